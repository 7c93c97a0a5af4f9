import { ICONS, type IconName } from '../../../src/pages/icons.ts';

export function Icon({ name }: { name: IconName }) {
  return <Outline path={ICONS[name]} />;
}

/** An icon that only one part of the page has. */
export function Outline({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
