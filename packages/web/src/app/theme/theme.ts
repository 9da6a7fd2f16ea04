import { t } from '@lingui/core/macro'
import type {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  CSSVariablesResolver,
  Drawer,
  Input,
  Loader,
  MantineColorScheme,
  MantineTheme,
  Menu,
  Modal,
  NumberInput,
  Pagination,
  PasswordInput,
  Popover,
  Select,
  Skeleton,
  Switch,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
  VariantColorsResolver,
} from '@mantine/core'
import { createTheme, defaultVariantColorsResolver, localStorageColorSchemeManager } from '@mantine/core'
import { IconChevronDown, IconEye, IconEyeOff } from '@tabler/icons-react'
import { createElement, type HTMLAttributes } from 'react'
import controls from './controls.module.css'

/**
 * Dialogs and drawers would be described by all that they contain, which screen readers read when one opens. Mantine sets the
 * attribute after those of the theme, so it is taken away where the element is made. Questions, which are short, have their text as
 * the description: `attributes={{}}`.
 */
const notDescribed = {
  content: {
    renderRoot: (props: HTMLAttributes<HTMLElement>) => createElement('section', { ...props, 'aria-describedby': undefined }),
  },
}

/** Heights of buttons and fields in pixels. A size outside the scale falls back to `md`. */
const heights: Record<string, number> = { xs: 24, sm: 28, md: 32, lg: 40 }
const paddings: Record<string, number> = { xs: 8, sm: 10, md: 12, lg: 16 }
const textSizes: Record<string, number> = { xs: 12, sm: 13, md: 13, lg: 14 }
const iconButtons: Record<string, number> = { xs: 20, sm: 24, md: 28, lg: 40 }

const px = (scale: Record<string, number>, size: unknown) => `${scale[String(size ?? 'md')] ?? scale.md}px`

/** Button variants with their names in the design: filled (primary), default, light (soft), subtle (ghost), danger, danger-filled. */
const variantColors: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: {
    background: 'var(--sl-accent)',
    hover: 'var(--sl-accent-hover)',
    color: 'var(--sl-on-accent)',
    border: '1px solid transparent',
  },
  default: {
    background: 'var(--sl-surface)',
    hover: 'var(--sl-hover)',
    color: 'var(--sl-text)',
    border: '1px solid var(--sl-line-2)',
  },
  light: {
    background: 'var(--sl-accent-soft)',
    hover: 'var(--sl-accent-soft-2)',
    color: 'var(--sl-accent-text)',
    border: '1px solid transparent',
  },
  subtle: { background: 'transparent', hover: 'var(--sl-hover)', color: 'var(--sl-text-2)', border: '1px solid transparent' },
  danger: {
    background: 'var(--sl-surface)',
    hover: 'var(--sl-err-soft)',
    color: 'var(--sl-err)',
    border: '1px solid var(--sl-line-2)',
  },
  'danger-filled': {
    background: 'var(--sl-danger)',
    hover: 'color-mix(in srgb, var(--sl-danger) 88%, black)',
    color: '#fff',
    border: '1px solid transparent',
  },
}

const variantColorResolver: VariantColorsResolver = (input) => {
  const own = input.color === undefined || input.color === input.theme.primaryColor ? variantColors[input.variant] : undefined
  return own ?? defaultVariantColorsResolver(input)
}

/**
 * The theme of one component. It imports only the type of the component: importing the components themselves would put all of them
 * into the first load.
 */
const looksOf = <Control extends { extend(looks: never): unknown }>(looks: Parameters<Control['extend']>[0]) => looks

const field = { size: 'md' }
const RevealIcon = ({ reveal }: { reveal: boolean }) => createElement(reveal ? IconEyeOff : IconEye, { size: 16, stroke: 1.75 })
const chevron = createElement(IconChevronDown, { size: 14, stroke: 1.75, color: 'var(--sl-text-3)' })

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    cobalt: ['#F3F7FF', '#E3EDFF', '#C7DBFF', '#A2C1FF', '#8CADFF', '#5685EE', '#3565E0', '#2B59D1', '#234BB4', '#1A3983'],
    gray: ['#F7F8FA', '#F1F3F5', '#E7EAEE', '#D8DDE3', '#B4BBC5', '#848D9A', '#646D79', '#4A525E', '#2C323A', '#14171C'],
    dark: ['#ECEEF1', '#B0B7C1', '#8B94A0', '#6B7482', '#323841', '#272C33', '#1D2126', '#15181C', '#121418', '#0E1013'],
  },
  fontFamily: 'var(--sl-font)',
  fontFamilyMonospace: 'var(--sl-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { xs: 'var(--sl-sh-1)', sm: 'var(--sl-sh-1)', md: 'var(--sl-sh-2)', lg: 'var(--sl-sh-2)', xl: 'var(--sl-sh-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: looksOf<typeof Button>({
      defaultProps: { size: 'md', variant: 'filled' },
      classNames: { root: controls.button, section: controls.buttonSection },
      vars: (_, { size }) => ({
        root: {
          '--button-height': px(heights, size),
          '--button-padding-x': px(paddings, size),
          '--button-fz': px(textSizes, size),
        },
      }),
    }),
    ActionIcon: looksOf<typeof ActionIcon>({
      defaultProps: { size: 'md', variant: 'subtle' },
      classNames: { root: controls.actionIcon },
      vars: (_, { size }) => ({ root: { '--ai-size': px(iconButtons, size) } }),
    }),
    Input: looksOf<typeof Input>({
      defaultProps: field,
      classNames: { input: controls.input, section: controls.inputSection },
      vars: (_, { size }) => ({
        wrapper: {
          '--input-height': px(heights, size),
          '--input-fz': px(textSizes, size),
          '--input-padding': size === 'lg' ? '12px' : '10px',
        },
      }),
    }),
    InputWrapper: {
      defaultProps: field,
      classNames: {
        label: controls.label,
        description: controls.hint,
        error: controls.fieldError,
        required: controls.required,
      },
    },
    TextInput: looksOf<typeof TextInput>({ defaultProps: field }),
    Textarea: looksOf<typeof Textarea>({ defaultProps: { ...field, autosize: true, minRows: 3 } }),
    PasswordInput: looksOf<typeof PasswordInput>({
      defaultProps: {
        ...field,
        visibilityToggleIcon: RevealIcon,
        visibilityToggleButtonProps: { 'aria-label': t`Show the password` },
      },
      classNames: { innerInput: controls.passwordInner },
    }),
    PillsInputField: { classNames: { field: controls.pillsField } },
    NumberInput: looksOf<typeof NumberInput>({ defaultProps: { ...field, hideControls: true } }),
    Select: looksOf<typeof Select>({
      defaultProps: {
        ...field,
        rightSection: chevron,
        rightSectionPointerEvents: 'none',
        allowDeselect: false,
        comboboxProps: { shadow: 'md' },
      },
      classNames: { dropdown: controls.dropdown, option: controls.option },
    }),
    Checkbox: looksOf<typeof Checkbox>({
      defaultProps: { size: 'xs' },
      classNames: { input: controls.checkbox, label: controls.checkboxLabel },
    }),
    Switch: looksOf<typeof Switch>({
      defaultProps: { size: 'sm', withThumbIndicator: false },
      classNames: { track: controls.switchTrack },
    }),
    Menu: looksOf<typeof Menu>({
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        offset: 6,
        transitionProps: { transition: 'pop', duration: 160 },
        // A menu may contain only entries, so the first of them gets the focus.
        withInitialFocusPlaceholder: false,
        alignItemsLabels: 'none',
      },
      classNames: {
        dropdown: controls.dropdown,
        item: controls.menuItem,
        itemSection: controls.menuSection,
        divider: controls.menuDivider,
        label: controls.menuLabel,
      },
    }),
    Popover: looksOf<typeof Popover>({
      defaultProps: { shadow: 'md', radius: 'md' },
      classNames: { dropdown: controls.popover },
    }),
    Tooltip: looksOf<typeof Tooltip>({
      defaultProps: { openDelay: 400, withArrow: false, events: { hover: true, focus: true, touch: false } },
      classNames: { tooltip: controls.tooltip },
    }),
    Modal: looksOf<typeof Modal>({
      defaultProps: {
        radius: 'xl',
        // Aligned at the top, not centered, so that fields stay in place when the dialog grows or shrinks.
        yOffset: '8dvh',
        attributes: notDescribed,
        closeButtonProps: { 'aria-label': t`Close` },
        overlayProps: { backgroundOpacity: 1, color: 'var(--sl-scrim)' },
        transitionProps: { transition: 'pop', duration: 240 },
      },
      classNames: {
        content: controls.modal,
        header: controls.modalHeader,
        title: controls.modalTitle,
        body: controls.modalBody,
        close: controls.modalClose,
      },
    }),
    Drawer: looksOf<typeof Drawer>({
      defaultProps: {
        attributes: notDescribed,
        closeButtonProps: { 'aria-label': t`Close` },
        overlayProps: { backgroundOpacity: 1, color: 'var(--sl-scrim)' },
      },
      classNames: { header: controls.drawerHeader, title: controls.modalTitle },
    }),
    Badge: looksOf<typeof Badge>({
      defaultProps: { variant: 'light', radius: 'xs', tt: 'none' },
      classNames: { root: controls.badge },
    }),
    Tabs: looksOf<typeof Tabs>({ classNames: { tab: controls.tab, list: controls.tabList } }),
    Skeleton: looksOf<typeof Skeleton>({ defaultProps: { radius: 'xs' } }),
    Loader: looksOf<typeof Loader>({ defaultProps: { type: 'oval', size: 16, color: 'var(--sl-accent-text)' } }),
    Pagination: looksOf<typeof Pagination>({ defaultProps: { size: 28 }, classNames: { control: controls.pageControl } }),
  },
})

const both = {
  '--mantine-color-body': 'var(--sl-surface)',
  '--mantine-color-text': 'var(--sl-text)',
  '--mantine-color-dimmed': 'var(--sl-text-3)',
  '--mantine-color-default-border': 'var(--sl-line-2)',
  '--mantine-color-default': 'var(--sl-surface)',
  '--mantine-color-default-hover': 'var(--sl-hover)',
  '--mantine-color-default-color': 'var(--sl-text)',
  '--mantine-color-anchor': 'var(--sl-accent-text)',
  '--mantine-color-error': 'var(--sl-err)',
  '--mantine-color-placeholder': 'var(--sl-text-3)',
  '--mantine-color-disabled': 'var(--sl-hover)',
  '--mantine-color-disabled-border': 'var(--sl-line)',
  '--mantine-color-disabled-color': 'var(--sl-text-3)',
}

/** Maps the CSS variables of Mantine to the design tokens, in both color schemes. */
export const cssVariablesResolver: CSSVariablesResolver = (_: MantineTheme) => ({ variables: {}, light: both, dark: both })

/** Stores the choice of Light, Dark or Auto. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'sightline-color-scheme' })

/** The theme until one is chosen, which the server writes into the page: that of the organization, or `auto` for the system's. */
export function defaultColorScheme(): MantineColorScheme {
  const { defaultTheme } = document.documentElement.dataset
  return defaultTheme === 'light' || defaultTheme === 'dark' ? defaultTheme : 'auto'
}
