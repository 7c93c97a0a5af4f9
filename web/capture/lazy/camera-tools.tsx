import './camera-tools.css';
import type { RefObject } from 'preact';
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
  const { torch: isLit } = camera.settings();
  return (
    <div class="tools">
      <Zoom c={c} video={video} />
      {torch && (
        <button
          type="button"
          class="tool"
          aria-label={say('torch')}
          aria-pressed={isLit}
          onClick={() => void camera.setTorch(!isLit)}
        >
          <Icon name="light" />
        </button>
      )}
      {canSwitch && (
        <button
          type="button"
          class="tool"
          aria-label={say('switch_camera')}
          onClick={() => void camera.switchCamera()}
        >
          <Icon name="flip" />
        </button>
      )}
    </div>
  );
}
