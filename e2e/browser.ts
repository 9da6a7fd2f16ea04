import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The headless shell is the same engine without Chromium's own toolbar, which costs as much to draw as a page of ours. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Debian's Chromium, without a graphics card and without the calls home that it makes by itself. */
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
