import './styles/base.css';
import './styles/screens.css';
import './styles/camera.css';
import './styles/camera-sideways.css';
import { Component, type ComponentChildren, render } from 'preact';
import type { PageData } from '../../src/capture/pages/page-data.ts';
import { type Controller, createController } from './controller.ts';
import { fail } from './fail.ts';
import { App } from './screens/app.tsx';

function takeOver(page: PageData, root: HTMLElement): void {
  let controller: Controller | null = null;
  const draw = () => {
    if (controller === null) return;
    render(
      <Boundary>
        <App c={controller} />
      </Boundary>,
      root,
    );
    document.documentElement.dataset.alive = '';
  };
  controller = createController(page, draw);
  // For what few pages have besides (`extras.ts`).
  dispatchEvent(new CustomEvent('page-begun', { detail: controller }));
  root.replaceChildren();
  draw();
}

class Boundary extends Component<{ children: ComponentChildren }> {
  override componentDidCatch(error: unknown): void {
    fail(error);
  }

  render() {
    return this.props.children;
  }
}

// Last: it draws at once, with the class above.
const data = document.getElementById('page')?.textContent;
const root = document.getElementById('app');
try {
  if (data && root) takeOver(JSON.parse(data), root);
} catch (error) {
  fail(error);
}
