// All pictures in docs/images, one after the other: `npm run screenshots`.
await import('./screenshots.ts');
await import('./mail-previews.ts');
await import('./app-screenshots.ts');
