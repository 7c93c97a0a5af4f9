import './camera-tools.css';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Camera, CameraChoice } from '../camera/camera.ts';
import { listCameras } from '../camera/stream.ts';
import type { Controller } from '../controller.ts';
import { Outline } from '../ui/icon.tsx';
import { Zoom } from './zoom.tsx';

const LIGHT = 'M13 3L6 13h5l-1 8 8-11h-6Z';
const FLIP = 'M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2M4 20v-5h5';

export interface CameraToolsProps {
  c: Controller;
  video: RefObject<HTMLVideoElement | null>;
}

/** Zoom, light and camera switch, only where the device has them. */
export function CameraTools({ c, video }: CameraToolsProps) {
  const { say } = c.language;
  const { camera } = c.cameraFlow;
  const { torch, canSwitch } = camera.abilities();
  const { torch: isLit } = camera.settings();
  const [isSwitching, setSwitching] = useState(false);
  async function switchCamera(): Promise<void> {
    if (isSwitching) return;
    setSwitching(true);
    await camera.choose(await nextCamera(camera));
    setSwitching(false);
  }
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
          <Outline path={LIGHT} />
        </button>
      )}
      {canSwitch && (
        <button
          type="button"
          class="tool"
          aria-label={say('switch_camera')}
          onClick={() => void switchCamera()}
        >
          <Outline path={FLIP} />
        </button>
      )}
    </div>
  );
}

async function nextCamera(camera: Camera): Promise<CameraChoice> {
  const { facing } = camera.choice();
  const current = camera.stream()?.getVideoTracks()[0]?.getSettings();
  if (current?.facingMode !== undefined)
    return { facing: facing === 'environment' ? 'user' : 'environment', deviceId: null };
  const cameras = await listCameras();
  const at = cameras.findIndex(({ deviceId }) => deviceId === current?.deviceId);
  return { facing, deviceId: cameras[(at + 1) % cameras.length]?.deviceId ?? null };
}
