import './camera-tools.css';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Conductor } from '../conductor.ts';
import { Icon } from '../ui/icon.tsx';
import { Zoom } from './zoom.tsx';

export interface CameraToolsProps {
  c: Conductor;
  video: RefObject<HTMLVideoElement | null>;
}

/** Zoom, light and camera switch, only where the device has them. */
export function CameraTools({ c, video }: CameraToolsProps) {
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
      <Zoom c={c} video={video} />
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
