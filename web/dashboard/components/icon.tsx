/** Outlines on a 24 by 24 grid, drawn with a stroke, like those of the customers' pages. */
const PATHS = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  camera:
    'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l8-8M16 7l3 3M13.5 9.5L15.5 11.5',
  webhook: 'M5 12h4l2-6 3 12 2-6h3',
  gauge: 'M4 17a8.5 8.5 0 1 1 16 0M12 15l4-5',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3 20a6 6 0 0 1 12 0M16 5.300a3.5 3.5 0 0 1 0 6.400M17.5 14.500A6 6 0 0 1 21 20',
  history: 'M4 12a8 8 0 1 0 2.5-5.800M4 4v4.500h4.500M12 8v4l3 2',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  screen: 'M4 5h16v11H4ZM9 20h6M12 16v4',
  check: 'M5 12.500l4.5 4.500L19 7',
  copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.500L20 20',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  updown: 'M8 9.500l4-4 4 4M8 14.500l4 4 4-4',
  dots: 'M5 12h.010M12 12h.010M19 12h.010',
  close: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 4l9 16H3ZM12 10v4M12 17v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8v.1',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  mail: 'M4 6h16v12H4ZM4 7l8 6 8-6',
  chat: 'M12 4a8 8 0 1 1-4 14.93L4 20l1.07-4A8 8 0 0 1 12 4ZM9 11h6M9 14h4',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.500M5 20h14',
  upload: 'M12 16V5M7.5 9l4.5-4.500L16.5 9M5 20h14',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12c5-8 14-8 19 0-5 8-14 8-19 0ZM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  shield: 'M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6Z',
  lock: 'M6 11h12v9H6ZM8 11V8a4 4 0 0 1 8 0v3',
  refresh: 'M4 12a8 8 0 1 0 2.5-5.800M4 4v4.500h4.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  image: 'M4 5h16v14H4ZM4 16l5-5 4 4 3-2.5 4 3.500M15.5 8.500v.1',
  filter: 'M4 6h16M7 12h10M10 18h4',
  flask: 'M9 4h6M10 4v6l-5 9h14l-5-9V4M8 15h8',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  grip: 'M9 6h.010M15 6h.010M9 12h.010M15 12h.010M9 18h.010M15 18h.010',
  qr: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v2M14 20h2M18 18h2v2',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  pin: 'M12 21c5-5.5 7-8.5 7-11a7 7 0 0 0-14 0c0 2.5 2 5.5 7 11ZM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  send: 'M4 12l16-8-6 16-3-6.500ZM11 13.500L20 4',
  pause: 'M8 5v14M16 5v14',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 21h4',
  note: 'M4 5h16v11h-8l-4 4v-4H4ZM8 9h8M8 12h5',
  play: 'M7 4.500l12 7.5-12 7.500Z',
  template: 'M4 4h16v16H4ZM4 9h16M10 9v11',
  archive: 'M4 5h16v4H4ZM6 9v11h12V9M10 13h4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const wide = name === 'dots' || name === 'grip';
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={wide ? 2.8 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
