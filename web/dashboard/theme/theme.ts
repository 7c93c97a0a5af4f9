import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Whoever only passes with the mouse sees none. */
export const TOOLTIP_DELAY_MS = 250;

/** Shade 7 is the accent of the customers' pages; shade 5 carries white text on dark surfaces. */
const accent: MantineColorsTuple = [
  '#e8f3f5',
  '#d0e5e9',
  '#a3cfd6',
  '#74b6c1',
  '#54a7b5',
  '#1f7f8f',
  '#15707f',
  '#0b6170',
  '#0a5160',
  '#073f4b',
];
const gray: MantineColorsTuple = [
  '#f4f6f8',
  '#edf0f3',
  '#e3e8ed',
  '#d9dfe5',
  '#b3bec8',
  '#8793a0',
  '#667580',
  '#51606c',
  '#33424e',
  '#14212b',
];
const dark: MantineColorsTuple = [
  '#eef2f5',
  '#c9d2da',
  '#a9b5bf',
  '#7b8894',
  '#46515c',
  '#2d363f',
  '#232b32',
  '#1b2127',
  '#12171c',
  '#0d1115',
];

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  black: '#14212b',
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  radius: { xs: '4px', sm: '6px', md: '9px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog stands outside of the page's parts; its head would count as a second banner.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', padding: 'lg' },
      styles: { title: { lineHeight: 1.3 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: TOOLTIP_DELAY_MS } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#51606c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6b7883',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b5bf',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-placeholder': '#8b98a4',
    '--mantine-color-accent-light': '#1d3037',
    '--mantine-color-accent-light-hover': '#243c45',
    '--mantine-color-accent-light-color': '#9fd3dc',
    '--mantine-color-yellow-light-color': '#ffd166',
    '--mantine-color-orange-light-color': '#ffb870',
    '--mantine-color-red-light-color': '#ffb4ab',
    '--mantine-color-blue-light-color': '#9ccbff',
    '--mantine-color-green-light-color': '#6fd6a4',
  },
});
