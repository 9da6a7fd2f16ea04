import type { DefaultTheme } from '@sightline/contract/settings.ts'

/** Writes into an HTML page the theme for people who have not chosen one. The page's script reads it before the first paint. */
export const withDefaultTheme = (page: string, theme: DefaultTheme): string =>
  page.replace('<html', `<html data-default-theme="${theme}"`)
