import { takeEarlyCamera } from '../head-start.ts';
import { betterRearCamera } from './choice.ts';

export type Facing = 'environment' | 'user';

/** Torch and zoom are in browsers, but not yet in TypeScript's DOM types. */
export interface ExtraCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
  zoom?: { min: number; max: number; step?: number };
}
export interface ExtraConstraint extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
}

/** As `src/capture/pages/head-start.ts` wishes for, too. */
const SIZE = { width: { ideal: 4096 }, height: { ideal: 3072 } };

/** The rear camera at its highest resolution; less when the device has nothing that fits. */
export async function openStream(facing: Facing): Promise<MediaStream> {
  const wishes: MediaTrackConstraints[] = [
    { facingMode: { ideal: facing }, ...SIZE },
    { facingMode: { ideal: facing } },
  ];
  for (const video of wishes) {
    try {
      return await preferMainCamera(await (takeEarlyCamera() ?? ask(video)), facing);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error;
    }
  }
  return navigator.mediaDevices.getUserMedia({ video: true, audio: false });
}

/** A certain camera, for devices that do not know which way theirs look. */
export function openDevice(deviceId: string): Promise<MediaStream> {
  return ask({ deviceId: { exact: deviceId }, ...SIZE });
}

export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput');
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function ask(video: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

async function preferMainCamera(stream: MediaStream, facing: Facing): Promise<MediaStream> {
  if (facing !== 'environment') return stream;
  const current = stream.getVideoTracks()[0]?.getSettings().deviceId ?? '';
  const better = betterRearCamera(await listCameras(), current);
  if (better === null) return stream;
  // Many phones cannot run two rear cameras at once, so the first is let go before.
  stopStream(stream);
  return openDevice(better).catch(() => ask({ facingMode: { ideal: facing }, ...SIZE }));
}
