import { useEffect, useRef, useState } from 'preact/hooks';
import type { Controller } from '../controller.ts';
import { isNeeded, photoIn, photoNumber } from '../flow/slots.ts';
import type { CameraToolsProps } from '../lazy/camera-tools.tsx';
import { Again } from '../ui/again.tsx';
import { Heading } from '../ui/heading.tsx';
import { Lazy, useLazy } from '../ui/lazy.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { Viewfinder } from '../ui/viewfinder.tsx';

const HAS_PICTURE = 2;

export function CameraScreen({ c, slot }: { c: Controller; slot: number }) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState<MediaStream | null>(null);
  const [isShooting, setShooting] = useState(false);
  const { camera } = c.cameraFlow;
  const { torch, zoom, canSwitch } = camera.abilities();
  const hasTools = torch || canSwitch || zoom !== null;
  const stream = camera.stream();
  const isShown = stream !== null && playing === stream && c.flow.state().hasSession;
  const isReady = isShown && c.cameraFlow.challenge() !== undefined;
  useEffect(() => {
    if (isShown) void c.cameraFlow.askFor(slot);
  }, [isShown, slot]);

  function shows(shown: MediaStream | null): void {
    setPlaying(shown);
    c.cameraFlow.watch().catch(() => {});
    void c.prepare();
  }

  async function take(): Promise<void> {
    const element = video.current;
    if (!isReady || isShooting || element === null || camera.stream() !== stream) return;
    if (element.readyState < HAS_PICTURE || element.videoWidth === 0) return;
    setShooting(true);
    navigator.vibrate?.(30);
    await c.cameraFlow
      .takePhoto(element)
      .catch(() => c.flow.send({ type: 'problem', problem: 'camera-lost' }));
    setShooting(false);
  }
  /** Space and Enter take the photo also while the heading has the focus. */
  function onKeyDown(event: KeyboardEvent): void {
    const isOnControl = event.target instanceof HTMLElement && event.target.closest('button, input') !== null;
    if (isOnControl || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    void take();
  }
  return (
    <main class="dark camera" onKeyDown={onKeyDown}>
      <Viewfinder camera={camera} video={video} onPlaying={shows} />
      {isShooting && <div class="flash" />}
      <InstructionCard c={c} slot={slot} />
      <div class="controls">
        <div class="row">
          <Aside c={c} />
          <button
            type="button"
            class={`shutter${isReady ? '' : ' busy'}`}
            data-testid="shutter"
            aria-label={c.language.say('shutter')}
            disabled={!isReady}
            onClick={() => void take()}
          >
            <i />
          </button>
          {hasTools && <Tools c={c} video={video} />}
        </div>
      </div>
    </main>
  );
}

function InstructionCard({ c, slot }: { c: Controller; slot: number }) {
  const { say } = c.language;
  const state = c.flow.state();
  const n = photoNumber(state, slot);
  const total = state.slots.length;
  const wanted = state.slots[slot];
  const challenge = c.cameraFlow.challenge();
  const isOptional = wanted !== undefined && !isNeeded(state, slot) && !photoIn(state, slot);
  return (
    <div class="glass">
      {total > 1 && <Dots c={c} slot={slot} />}
      <div class="task">
        <Heading key={slot} label={total > 0 ? say('photo_of', { n, total }) : say('photo_n', { n })}>
          {wanted?.instructions || c.page.request.instructions}
        </Heading>
        {isOptional && (
          <button type="button" class="tool skip" onClick={() => c.flow.send({ type: 'skip' })}>
            {say('skip')}
          </button>
        )}
      </div>
      {wanted?.hint && <p dir="auto">{wanted.hint}</p>}
      {wanted?.help && (
        <Lazy load={async () => (await import('../lazy/slot-guide.tsx')).SlotGuide} of={{ c, slot }}>
          <i />
        </Lazy>
      )}
      <Again c={c} slot={slot} />
      {challenge && (
        <p role="status" class="hint">
          {say(`challenge_${challenge}`)}
        </p>
      )}
      {!state.hasSession && <p role="status">{say('connecting')}</p>}
      {c.locator.isAsking() && state.hasSession && <p>{say('location_reason')}</p>}
    </div>
  );
}

function Dots({ c, slot }: { c: Controller; slot: number }) {
  const state = c.flow.state();
  return (
    <div class="dots" aria-hidden="true">
      {state.slots.map((_, index) => (
        <i key={index} class={index === slot ? 'now' : photoIn(state, index) ? 'done' : ''} />
      ))}
    </div>
  );
}

function Tools({ c, video }: CameraToolsProps) {
  const Loaded = useLazy<CameraToolsProps>(
    async () => (await import('../lazy/camera-tools.tsx')).CameraTools,
  );
  return Loaded && <Loaded c={c} video={video} />;
}

/** Beside the shutter: what was taken so far. */
function Aside({ c }: { c: Controller }) {
  const { say } = c.language;
  const state = c.flow.state();
  const last = state.photos[state.photos.length - 1];
  return (
    <div class="aside">
      {last && (
        <button type="button" class="strip" onClick={() => c.flow.send({ type: 'open-overview' })}>
          <span class="unseen">{say('all_photos')}</span>
          <Thumbnail c={c} photo={last} />
          {state.photos.length > 1 && <b>{state.photos.length}</b>}
        </button>
      )}
    </div>
  );
}
