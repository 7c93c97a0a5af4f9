import { imageOf, photoOf } from '../../helpers/capture/scene.ts';
import type { ProtocolAttack } from '../attack.ts';
import { reportedAs } from '../stage/forged-report.ts';

const SIZE = { width: 960, height: 720 };
const PAPER = [200, 212, 224];
const AREAS = [
  { left: 80, top: 300, width: 120, height: 340, color: [36, 99, 168] },
  { left: 260, top: 200, width: 120, height: 440, color: [36, 99, 168] },
  { left: 440, top: 380, width: 120, height: 260, color: [210, 105, 30] },
  { left: 640, top: 240, width: 240, height: 240, color: [122, 154, 58] },
  { left: 60, top: 60, width: 500, height: 60, color: [51, 51, 51] },
];

function draw(): Buffer {
  const data = Buffer.alloc(SIZE.width * SIZE.height * 3, Buffer.from(PAPER));
  for (const { left, top, width, height, color } of AREAS) {
    const row = Buffer.alloc(width * 3, Buffer.from(color));
    for (let y = top; y < top + height; y += 1) row.copy(data, (y * SIZE.width + left) * 3);
  }
  return data;
}

const attack: ProtocolAttack = {
  kind: 'content',
  imitates: 'A drawing with plain areas, such as a form or a chart.',
  aims: ['content'],
  async run(cheat) {
    const capture = await cheat.capture(89);
    const drawing = await photoOf(imageOf({ data: draw(), ...SIZE }));
    return cheat.submit([await reportedAs(capture, drawing)]);
  },
};

export default attack;
