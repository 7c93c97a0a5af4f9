import './styles/base.css';
import './styles/screens.css';
import './styles/photos.css';
import './styles/camera.css';
import './styles/camera-sideways.css';
import { render } from 'preact';
import type { PageData } from '../../src/capture/pages/page-data.ts';
import { type Conductor, conduct } from './conductor.ts';
import { App } from './screens/app.tsx';

const data = document.getElementById('page')?.textContent;
const root = document.getElementById('app');
if (data && root) void takeOver(JSON.parse(data), root);

async function takeOver(page: PageData, root: HTMLElement): Promise<void> {
  let conductor: Conductor | null = null;
  const draw = () => {
    if (conductor !== null) render(<App c={conductor} />, root);
  };
  conductor = await conduct(page, draw);
  root.replaceChildren();
  draw();
}
