import { useState } from 'preact/hooks';
import type { Conductor } from '../conductor.ts';
import { Icon } from '../ui/icon.tsx';

/** Light and camera switch, only where the device has them. */
export function CameraTools({ c }: { c: Conductor }) {
  const { say } = c.language;
  const { camera } = c.cameraFlow;
  const { torch, canSwitch } = camera.abilities();
  const [isLit, setLit] = useState(false);
  const light = () => {
    setLit(!isLit);
    void camera.setTorch(!isLit);
  };
  const flip = () => {
    setLit(false);
    void camera.switchCamera();
  };
  return (
    <div class="tools">
      {torch && (
        <button type="button" class="tool" aria-label={say('torch')} aria-pressed={isLit} onClick={light}>
          <Icon name="light" />
        </button>
      )}
      {canSwitch && (
        <button type="button" class="tool" aria-label={say('switch_camera')} onClick={flip}>
          <Icon name="flip" />
        </button>
      )}
    </div>
  );
}
