/** How the picture lies on the stage: enlarged about its middle, then moved. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 8;

/** The size of the picture when the whole of it is seen. */
export function fitted(picture: Size, stage: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, 1);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Enlarges so that what lies under `point` (from the middle of the stage) stays there. */
export function zoomAt(view: View, factor: number, point: Point, picture: Size, stage: Size): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  const growth = scale / view.scale;
  const moved = {
    scale,
    x: point.x - (point.x - view.x) * growth,
    y: point.y - (point.y - view.y) * growth,
  };
  return within(moved, picture, stage);
}

export function panBy(view: View, dx: number, dy: number, picture: Size, stage: Size): View {
  return within({ ...view, x: view.x + dx, y: view.y + dy }, picture, stage);
}

/** An edge of the picture never comes further in than the edge of the stage. */
function within(view: View, picture: Size, stage: Size): View {
  const { width, height } = fitted(picture, stage);
  const maxX = Math.max(0, (width * view.scale - stage.width) / 2);
  const maxY = Math.max(0, (height * view.scale - stage.height) / 2);
  const bound = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;
  return { scale: view.scale, x: bound(view.x, maxX), y: bound(view.y, maxY) };
}
