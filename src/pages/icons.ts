/**
 * Outlines on a 24 by 24 grid, drawn with a stroke; shared by the server's pages and the script. Parts that are loaded later
 * bring their own.
 */
export const ICONS = {
  camera:
    'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  lock: 'M6 11h12v9H6ZM8 11V8a4 4 0 0 1 8 0v3',
  check: 'M5 12.5l4.5 4.5L19 7',
  alert: 'M12 4l9 16H3ZM12 10v4M12 17v.1',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  retake: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  offline: 'M3 3l18 18M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-4.5-2.5M8.5 15.5a5 5 0 0 1 7 0M12 19v.1',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof ICONS;
