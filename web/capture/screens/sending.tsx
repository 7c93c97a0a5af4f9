import type { Controller } from '../controller.ts';
import { Heading } from '../ui/heading.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';

export function Sending({ c }: { c: Controller }) {
  const { say } = c.language;
  const { photos } = c.flow.state();
  const share = photos.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, photos.length);
  return (
    <div class="page sending">
      <main class="centre">
        <div class="spinner" />
        <Heading>{say('sending_title')}</Heading>
        <p>{say('sending_text')}</p>
        <progress aria-label={say('sending_title')} max={1} value={share} />
        <ul class="thumbnails">
          {photos.map((photo) => (
            <li key={photo.clientId}>
              <Thumbnail c={c} photo={photo} />
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
