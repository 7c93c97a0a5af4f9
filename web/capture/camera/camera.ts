import {
  type ExtraCapabilities,
  type ExtraConstraint,
  type Facing,
  listCameras,
  openDevice,
  openStream,
  stopStream,
} from './stream.ts';

export interface Abilities {
  torch: boolean;
  zoom: { min: number; max: number; step: number } | null;
  canSwitch: boolean;
}

export interface CameraChoice {
  facing: Facing;
  /** For devices that do not know which way their cameras look. */
  deviceId: string | null;
}

export interface Camera {
  /** Opens it, or takes the one that runs. Rejects with the browser's error. */
  open(): Promise<void>;
  stop(): void;
  stream(): MediaStream | null;
  abilities(): Abilities;
  choice(): CameraChoice;
  /** What is set now; a new camera begins without. */
  settings(): { torch: boolean; zoom: number };
  setTorch(on: boolean): Promise<void>;
  setZoom(zoom: number): Promise<void>;
  /** Takes another camera, and the one before when that cannot be had. */
  choose(wish: CameraChoice): Promise<void>;
  /** Back from the background: silently restarts what the system has taken away. */
  recover(): Promise<void>;
  /** It runs, and no picture comes of it: restarts it once, and gives it up the second time. */
  showsNothing(): Promise<void>;
}

const NOTHING: Abilities = { torch: false, zoom: null, canSwitch: false };
/** iOS mutes the track for a moment while a call or another app has the camera. */
const MUTED_MS = 1_500;

export function createCamera(on: { changed(): void; lost(): void }): Camera {
  let stream: MediaStream | null = null;
  let opening: Promise<void> | null = null;
  let choice: CameraChoice = { facing: 'environment', deviceId: null };
  let abilities = NOTHING;
  let settings = { torch: false, zoom: 1 };
  /** False once it was stopped, also while the browser is still asking. */
  let wanted = false;
  let wasRestarted = false;

  const track = () => stream?.getVideoTracks()[0] ?? null;
  const isAlive = () => track()?.readyState === 'live' && track()?.muted === false;

  async function take(): Promise<void> {
    const { facing, deviceId } = choice;
    const opened = await (deviceId === null ? openStream(facing) : openDevice(deviceId));
    if (!wanted) return stopStream(opened);
    stream = opened;
    watch(opened);
    const found = await readAbilities();
    if (stream !== opened) return;
    abilities = found;
    on.changed();
  }

  function watch(watched: MediaStream): void {
    const [video] = watched.getVideoTracks();
    const again = () => {
      if (stream === watched && !document.hidden) void recover();
    };
    video?.addEventListener('ended', again);
    video?.addEventListener('mute', () => setTimeout(() => video.muted && again(), MUTED_MS));
  }

  async function readAbilities(): Promise<Abilities> {
    const capabilities: ExtraCapabilities = track()?.getCapabilities?.() ?? {};
    const { torch, zoom } = capabilities;
    return {
      torch: torch === true,
      zoom:
        zoom !== undefined && zoom.max > zoom.min
          ? { min: zoom.min, max: Math.min(zoom.max, zoom.min * 8), step: zoom.step || 0.1 }
          : null,
      canSwitch: (await listCameras()).length > 1,
    };
  }

  async function open(): Promise<void> {
    wanted = true;
    await opening;
    if (!wanted || (stream !== null && isAlive())) return;
    if (opening === null) {
      release();
      opening = take().finally(() => {
        opening = null;
      });
    }
    await opening;
  }

  /** Told at once: a shutter that still looked ready would swallow the tap. */
  function release(): void {
    if (stream === null) return;
    stopStream(stream);
    stream = null;
    abilities = NOTHING;
    settings = { torch: false, zoom: 1 };
    on.changed();
  }

  async function recover(): Promise<void> {
    if (stream === null || isAlive()) return on.changed();
    await restart();
  }

  function restart(): Promise<void> {
    release();
    return open().catch(on.lost);
  }

  async function showsNothing(): Promise<void> {
    if (wasRestarted) return on.lost();
    wasRestarted = true;
    await restart();
  }

  async function constrain(constraint: Partial<typeof settings>): Promise<void> {
    const before = settings;
    const wished = { ...settings, ...constraint };
    settings = wished;
    on.changed();
    await track()
      ?.applyConstraints({ advanced: [constraint as ExtraConstraint] })
      .catch(() => {
        if (settings !== wished) return;
        settings = before;
        on.changed();
      });
  }

  async function choose(wish: CameraChoice): Promise<void> {
    const before = choice;
    choice = wish;
    release();
    await open().catch(() => {
      choice = before;
      return open().catch(on.lost);
    });
  }

  return {
    open,
    stop: () => {
      wanted = false;
      wasRestarted = false;
      release();
    },
    stream: () => stream,
    abilities: () => abilities,
    choice: () => choice,
    settings: () => settings,
    setTorch: (torch) => constrain({ torch }),
    setZoom: (zoom) => constrain({ zoom }),
    choose,
    recover,
    showsNothing,
  };
}
