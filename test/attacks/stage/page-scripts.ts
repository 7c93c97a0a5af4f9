/** For the page: a picture with something to see in it, the same each time. */
export const STILL_PICTURE = `
  const stillPicture = (width, height) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.fillStyle = '#884422';
    context.fillRect(0, 0, width, height);
    for (let index = 0; index < 60; index += 1) {
      context.fillStyle = 'hsl(' + index * 47 + ', 70%, ' + (20 + index) + '%)';
      context.fillRect((index * 313) % width, (index * 197) % height, width / 5, height / 6);
    }
    return canvas;
  };
  if (globalThis.MediaDevices === undefined) globalThis.MediaDevices = class {};
`;
