import { MAX_CAPTURED_BYTES } from '../../../src/shared/photo-limits.ts';
import type { Hint } from '../flow/state.ts';

export interface Picture {
  blob: Blob;
  thumbnail: Blob;
  hint: Hint | null;
}

const MAX_SIDE = 4096;
const QUALITIES = [0.9, 0.8, 0.7, 0.5];
const JUDGED_SIDE = 640;
const THUMBNAIL_SIDE = 360;

/** The camera's current frame at full resolution, upright as the video shows it. `onTaken`: while it still shows the same. */
export async function shoot(
  video: HTMLVideoElement,
  judge: (pixels: ImageData) => Promise<Hint | null>,
  onTaken: () => void,
): Promise<Picture> {
  const full = draw(video, video.videoWidth, video.videoHeight, MAX_SIDE);
  onTaken();
  const judged = draw(full, full.width, full.height, JUDGED_SIDE);
  const small = draw(judged, judged.width, judged.height, THUMBNAIL_SIDE);
  try {
    const hint = judge(context(judged).getImageData(0, 0, judged.width, judged.height));
    return { blob: await smallEnough(full), thumbnail: await encode(small, 0.7), hint: await hint };
  } finally {
    for (const canvas of [full, judged, small]) release(canvas);
  }
}

async function smallEnough(canvas: HTMLCanvasElement): Promise<Blob> {
  let blob = await encode(canvas, QUALITIES[0]);
  for (const quality of QUALITIES.slice(1)) {
    if (blob.size <= MAX_CAPTURED_BYTES) break;
    blob = await encode(canvas, quality);
  }
  return blob;
}

function draw(source: CanvasImageSource, width: number, height: number, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  context(canvas).drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const drawing = canvas.getContext('2d');
  if (drawing === null) throw new Error('No canvas');
  return drawing;
}

function encode(canvas: HTMLCanvasElement, quality: number | undefined): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)),
      'image/jpeg',
      quality,
    );
  });
}

/** Phones keep a canvas' memory long after its last use unless it is made empty. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
