import type { Guide } from '../src/shared/guides.ts';

/** Width, height and lines. */
export type GuideOutline = [width: number, height: number, path: string];

/** Of each guide. The customer's page draws them over the camera's picture, the web application offers them. */
export const GUIDE_OUTLINES: Record<Guide, GuideOutline> = {
  frame: [100, 120, 'M2 26V10q0-8 8-8h16M74 2h16q8 0 8 8v16M98 94v16q0 8-8 8H74M26 118H10q-8 0-8-8V94'],
  card: [100, 63, 'M7 1h86q6 0 6 6v49q0 6-6 6H7q-6 0-6-6V7q0-6 6-6z'],
  document: [100, 141, 'M4 1h72l23 23v113q0 3-3 3H4q-3 0-3-3V4q0-3 3-3zM76 1v23h23'],
  meter: [100, 110, 'M10 2h80q8 0 8 8v90q0 8-8 8H10q-8 0-8-8V10q0-8 8-8zM18 28h64v24H18z'],
  car_front: [
    120,
    92,
    'M12 84V54q0-6 5-9l7-5 9-25q2-7 9-8 18-3 36 0 7 1 9 8l9 25 7 5q5 3 5 9v30q0 4-4 4H94q-4 0-4-4v-6H30v6q0 4-4 4H16q-4 0-4-4zM32 38l7-20q1-3 4-3 17-3 34 0 3 0 4 3l7 20q-28-4-56 0zM20 56q10-2 15 6-10 4-15-1zM100 56q-10-2-15 6 10 4 15-1zM46 64h28',
  ],
  car_rear: [
    120,
    92,
    'M12 84V52q0-6 4-10l8-6 9-21q3-7 10-8 17-2 34 0 7 1 10 8l9 21 8 6q4 4 4 10v32q0 4-4 4H94q-4 0-4-4v-6H30v6q0 4-4 4H16q-4 0-4-4zM34 34l6-15q1-3 4-3 16-2 32 0 3 0 4 3l6 15q-26-4-52 0zM18 50h18v9H18zM84 50h18v9H84zM46 58h28v10H46z',
  ],
  car_side: [
    180,
    66,
    'M6 46q-2-14 10-17l26-5Q58 6 82 5h24q20 0 36 18l22 5q10 3 10 14v6q0 4-4 4h-10a14 14 0 0 0-28 0H62a14 14 0 0 0-28 0H12q-5 0-6-6zM50 26Q62 12 82 12h6v14zM96 12h10q16 0 27 14H96zM58 52a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM156 52a10 10 0 1 1-20 0 10 10 0 0 1 20 0z',
  ],
  car_corner: [
    172,
    86,
    'M10 60V46Q10 38 19 35L28 32 41 15Q46 8 56 7 84 4 104 8 112 10 118 15L132 28 154 34Q162 37 162 46V56Q162 61 157 61H150A13 13 0 0 0 124 64L92 70A14 14 0 0 0 64 71L16 66Q10 65 10 60ZM34 33L46 18Q48 15 52 15L74 14 78 32Q54 30 34 33ZM83 14H100Q107 14 112 19L124 31 88 33ZM16 45Q27 42 34 49 25 55 16 51ZM18 58Q40 62 60 60M89 72a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM147 64a10 10 0 1 1-20 0 10 10 0 0 1 20 0z',
  ],
};
