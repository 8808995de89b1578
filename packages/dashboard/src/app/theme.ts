import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The shades of the accent color; the seventh is for buttons on a light background. */
const accent: MantineColorsTuple = [
  '#eaf0fd',
  '#d3dffb',
  '#a8bff7',
  '#7a9df3',
  '#5581ef',
  '#3a6bea',
  '#1d4ed8',
  '#1a45bf',
  '#163ca6',
  '#11318a',
];

/** Colors of the dark scheme, from the lightest text to the darkest background. */
const dark: MantineColorsTuple = [
  '#f1f3f6',
  '#d3d9e1',
  '#a7b0bd',
  '#77808d',
  '#2a3038',
  '#22272e',
  '#1b1f25',
  '#15181d',
  '#0d0f12',
  '#08090b',
];

/** The same look as the hosted page. Sizes are in rem, in steps of 4 and 8 px. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.0625rem', xl: '1.375rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, dark },
  focusRing: 'never',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    // `parts/focus-back.tsx` returns the focus.
    Modal: { defaultProps: { centered: true, radius: 'lg', returnFocus: false } },
    // Screen readers would announce a <header> as a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
  },
});

/** Mantine's own color roles, set to our colors: its grays are too pale for small text (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default-border': 'var(--edge)',
  },
  light: {},
  dark: {},
});
