// The theme has two layers: colour scales, and roles that point to them per colour scheme. Components use only roles.
import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

const none = 'transparent';

/** Buttons take their colours from the roles, so that one rule works in both schemes. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const danger = input.color === 'red';
  switch (input.variant) {
    case 'filled':
      return danger
        ? { background: 'var(--mantine-color-red-7)', hover: 'var(--mantine-color-red-8)', color: '#ffffff', border: `1px solid ${none}` }
        : { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: `1px solid ${none}` };
    case 'light':
      return danger
        ? { background: 'var(--danger-soft)', hover: 'var(--danger-soft)', color: 'var(--danger-text)', border: `1px solid ${none}` }
        : { background: 'var(--accent-soft)', hover: 'var(--selected)', color: 'var(--accent-soft-text)', border: `1px solid ${none}` };
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--surface-hover)',
        color: 'var(--text)',
        border: '1px solid var(--border-strong)',
      };
    case 'outline':
      return danger
        ? { background: none, hover: 'var(--danger-soft)', color: 'var(--danger-text)', border: '1px solid var(--danger-line)' }
        : { background: none, hover: 'var(--surface-hover)', color: 'var(--accent-text)', border: '1px solid var(--border-strong)' };
    case 'subtle':
      return danger
        ? { background: none, hover: 'var(--danger-soft)', color: 'var(--danger-text)', border: `1px solid ${none}` }
        : {
            background: none,
            hover: 'var(--surface-press)',
            hoverColor: 'var(--text)',
            color: 'var(--text-2)',
            border: `1px solid ${none}`,
          };
    default:
      return defaultVariantColorsResolver(input);
  }
};

type Sized = { size?: unknown };
export const height = (size: unknown) => (size === 'xs' || size === 'sm' ? 'var(--h-sm)' : size === 'lg' ? 'var(--h-lg)' : 'var(--h-md)');
const inputVars = {
  vars: (_: unknown, { size }: Sized) => ({
    wrapper: {
      '--input-height': height(size === 'sm' ? 'md' : size),
      '--input-fz': size === 'lg' ? 'var(--fs-md)' : 'var(--fs-sm)',
      '--input-padding': '10px',
    },
  }),
};
const overlay = { lockScroll: false, overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 }, closeOnClickOutside: true };

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#141e1e',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: 'var(--fs-xs)', sm: 'var(--fs-sm)', md: 'var(--fs-md)', lg: 'var(--fs-lg)', xl: 'var(--fs-xl)' },
  lineHeights: { xs: '1.25', sm: '1.35', md: '1.45', lg: '1.45', xl: '1.25' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px', '2xl': '32px', '3xl': '48px' },
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '12px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-2)', xl: 'var(--shadow-2)' },
  breakpoints: { xs: '390px', sm: '600px', md: '900px', lg: '1200px', xl: '1440px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--fs-xl)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--fs-lg)', lineHeight: '1.25' },
      h3: { fontSize: 'var(--fs-md)', lineHeight: '1.35' },
    },
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  components: {
    Button: {
      vars: (_: unknown, { size }: Sized) => ({
        root: {
          '--button-height': height(size),
          '--button-padding-x': size === 'lg' ? '16px' : size === 'sm' ? '10px' : '12px',
          '--button-fz': size === 'lg' ? 'var(--fs-md)' : size === 'sm' ? 'var(--fs-xs)' : 'var(--fs-sm)',
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle' }, vars: (_: unknown, { size }: Sized) => ({ root: { '--ai-size': height(size) } }) },
    Input: inputVars,
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: { '--input-label-size': 'var(--fs-sm)' },
        error: { '--input-error-size': 'var(--fs-xs)' },
        description: { '--input-description-size': 'var(--fs-xs)' },
      }),
    },
    Modal: { defaultProps: { ...overlay, centered: true, radius: 'lg', transitionProps: { transition: 'fade', duration: 160 } } },
    Drawer: { defaultProps: { ...overlay, transitionProps: { duration: 240 } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'lg', position: 'bottom-end', transitionProps: { duration: 90 } } },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 90 } } },
    Combobox: { defaultProps: { shadow: 'md', transitionProps: { duration: 90 } } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Loader: { defaultProps: { size: 'sm' } },
  },
});

const roles = {
  light: {
    '--bg': 'var(--mantine-color-gray-1)',
    '--surface': '#ffffff',
    '--surface-sunken': 'var(--mantine-color-gray-1)',
    '--surface-raised': '#ffffff',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--surface-press': 'var(--mantine-color-gray-2)',
    '--rail': 'var(--mantine-color-gray-1)',
    '--selected': '#e8f7f6',
    '--border': 'var(--mantine-color-gray-3)',
    '--border-strong': 'var(--mantine-color-gray-4)',
    '--border-control': 'var(--mantine-color-gray-5)',
    '--text': 'var(--mantine-color-gray-9)',
    '--text-2': 'var(--mantine-color-gray-7)',
    '--text-3': 'var(--mantine-color-gray-6)',
    '--accent': 'var(--mantine-color-teal-7)',
    '--accent-hover': 'var(--mantine-color-teal-8)',
    '--on-accent': '#ffffff',
    '--accent-text': 'var(--mantine-color-teal-7)',
    '--accent-soft': 'var(--mantine-color-teal-1)',
    '--accent-soft-text': 'var(--mantine-color-teal-8)',
    '--success': 'var(--mantine-color-green-7)',
    '--success-soft': 'var(--mantine-color-green-1)',
    '--success-text': 'var(--mantine-color-green-8)',
    '--success-line': 'var(--mantine-color-green-3)',
    '--warning': 'var(--mantine-color-amber-7)',
    '--warning-soft': 'var(--mantine-color-amber-1)',
    '--warning-text': 'var(--mantine-color-amber-8)',
    '--warning-line': 'var(--mantine-color-amber-3)',
    '--danger': 'var(--mantine-color-red-7)',
    '--danger-soft': 'var(--mantine-color-red-1)',
    '--danger-text': 'var(--mantine-color-red-8)',
    '--danger-line': 'var(--mantine-color-red-3)',
    '--info': 'var(--mantine-color-blue-7)',
    '--info-soft': 'var(--mantine-color-blue-1)',
    '--info-text': 'var(--mantine-color-blue-8)',
    '--info-line': 'var(--mantine-color-blue-3)',
    '--bubble-in': '#ffffff',
    '--bubble-in-line': 'var(--mantine-color-gray-3)',
    '--bubble-out': 'var(--mantine-color-teal-1)',
    '--bubble-out-line': '#c4eae7',
    '--note': 'var(--mantine-color-amber-0)',
    '--note-line': 'var(--mantine-color-amber-3)',
    '--note-text': 'var(--mantine-color-amber-8)',
    '--scrim': 'rgb(20 30 30 / .44)',
    '--focus': 'var(--mantine-color-teal-6)',
    '--mark-lift': '0%',
    '--chart-1': 'var(--mantine-color-teal-6)',
    '--chart-2': 'var(--mantine-color-gray-4)',
    '--chart-3': 'var(--mantine-color-teal-8)',
    '--chart-4': 'var(--mantine-color-teal-3)',
    '--chart-grid': 'var(--mantine-color-gray-2)',
    '--shadow-1': '0 1px 2px rgb(20 40 40 / .06), 0 1px 1px rgb(20 40 40 / .04)',
    '--shadow-2': '0 12px 32px -8px rgb(16 38 38 / .22), 0 2px 8px rgb(16 38 38 / .08)',
  },
  dark: {
    '--bg': 'var(--mantine-color-dark-8)',
    '--surface': 'var(--mantine-color-dark-7)',
    '--surface-sunken': 'var(--mantine-color-dark-8)',
    '--surface-raised': 'var(--mantine-color-dark-6)',
    '--surface-hover': '#222b2c',
    '--surface-press': 'var(--mantine-color-dark-5)',
    '--rail': 'var(--mantine-color-dark-9)',
    '--selected': '#1d3333',
    '--border': 'var(--mantine-color-dark-5)',
    '--border-strong': '#495253',
    '--border-control': 'var(--mantine-color-dark-4)',
    '--text': 'var(--mantine-color-dark-0)',
    '--text-2': 'var(--mantine-color-dark-2)',
    '--text-3': 'var(--mantine-color-dark-3)',
    '--accent': 'var(--mantine-color-teal-6)',
    '--accent-hover': 'var(--mantine-color-teal-7)',
    '--on-accent': '#ffffff',
    '--accent-text': 'var(--mantine-color-teal-3)',
    '--accent-soft': '#1f3d3d',
    '--accent-soft-text': 'var(--mantine-color-teal-2)',
    '--success': 'var(--mantine-color-green-5)',
    '--success-soft': '#213d2e',
    '--success-text': 'var(--mantine-color-green-2)',
    '--success-line': 'var(--mantine-color-green-8)',
    '--warning': 'var(--mantine-color-amber-5)',
    '--warning-soft': '#3b3322',
    '--warning-text': 'var(--mantine-color-amber-2)',
    '--warning-line': 'var(--mantine-color-amber-8)',
    '--danger': 'var(--mantine-color-red-5)',
    '--danger-soft': '#452a2b',
    '--danger-text': 'var(--mantine-color-red-2)',
    '--danger-line': 'var(--mantine-color-red-8)',
    '--info': 'var(--mantine-color-blue-5)',
    '--info-soft': '#1e384b',
    '--info-text': 'var(--mantine-color-blue-2)',
    '--info-line': 'var(--mantine-color-blue-8)',
    '--bubble-in': 'var(--mantine-color-dark-6)',
    '--bubble-in-line': 'var(--mantine-color-dark-6)',
    '--bubble-out': '#1b4040',
    '--bubble-out-line': '#1b4040',
    '--note': '#302e23',
    '--note-line': '#6a4c20',
    '--note-text': 'var(--mantine-color-amber-2)',
    '--scrim': 'rgb(4 8 8 / .66)',
    '--focus': 'var(--mantine-color-teal-4)',
    '--mark-lift': '26%',
    '--chart-1': 'var(--mantine-color-teal-5)',
    '--chart-2': 'var(--mantine-color-dark-4)',
    '--chart-3': 'var(--mantine-color-teal-2)',
    '--chart-4': 'var(--mantine-color-teal-8)',
    '--chart-grid': 'var(--mantine-color-dark-6)',
    '--shadow-1': '0 1px 2px rgb(0 0 0 / .34)',
    '--shadow-2': '0 16px 40px -8px rgb(0 0 0 / .62), 0 0 0 1px rgb(255 255 255 / .05)',
  },
};
// Mantine's own roles, mapped to ours once for both schemes.
const bridge = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-control)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-soft-text)',
};

const fixed = {
  '--font': 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  '--fs-2xs': '11px',
  '--fs-xs': '12px',
  '--fs-sm': '13px',
  '--fs-md': '14px',
  '--fs-lg': '16px',
  '--fs-xl': '20px',
  '--fs-figure': '26px',
  '--lh-tight': '1.25',
  '--lh-body': '1.45',
  '--fw-regular': '400',
  '--fw-medium': '500',
  '--fw-semibold': '600',
  '--sp-xs': '4px',
  '--sp-sm': '8px',
  '--sp-md': '12px',
  '--sp-lg': '16px',
  '--sp-xl': '24px',
  '--sp-2xl': '32px',
  '--sp-3xl': '48px',
  '--radius-sm': '6px',
  '--radius-lg': '12px',
  '--rail-w': '204px',
  '--rail-w-min': '56px',
  '--topbar-h': '48px',
  '--list-w': '384px',
  '--panel-w': '300px',
  '--ease': 'cubic-bezier(.2, .7, .3, 1)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: fixed,
  light: { ...roles.light, ...bridge },
  dark: { ...roles.dark, ...bridge },
});
