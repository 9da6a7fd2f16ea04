import { lingui } from '@lingui/vite-plugin'

/**
 * The Vite plugins that turn the macros of Lingui into calls. English stays in the code, so that it needs no catalogue.
 * The build of the web app uses them, and every run of its tests.
 */
export const texts = () =>
  lingui({ configPath: `${import.meta.dirname}/lingui.config.ts`, macroTransform: { macro: { descriptorFields: 'message' } } })
