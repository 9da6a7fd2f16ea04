import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The headless shell is the same engine without Chromium's toolbar, which takes as long to render as one of our pages. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Debian's Chromium, without GPU and without its background network requests. */
export const chromiumOptions: LaunchOptions = {
  executablePath: browsers.find(existsSync) ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
