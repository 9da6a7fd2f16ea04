import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Size of the screen and of the window, in CSS pixels. */
export const SCREEN = { width: 1440, height: 1000 }

/** A screen in memory and a home directory for one browser. */
export interface Display {
  /** Environment of the browser. */
  env: Record<string, string>
  /** The folder of downloaded files. */
  downloads: string
  close(): Promise<void>
}

/**
 * Starts a screen with Xvfb. With a window, browsers have a mouse, a clipboard and keyboard focus as those of people have; without
 * one, they report that there is no pointer, and the product then behaves as on a phone.
 */
export async function openDisplay(): Promise<Display> {
  const home = mkdtempSync(join(tmpdir(), 'sightline-display-'))
  const downloads = join(home, 'Downloads')
  const config = join(home, '.config')
  mkdirSync(downloads)
  mkdirSync(join(config, 'gtk-3.0'), { recursive: true })
  // GTK reports this as `prefers-reduced-motion`: an element that is fading in would fail the contrast check.
  writeFileSync(join(config, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  writeFileSync(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)

  const size = `${SCREEN.width}x${SCREEN.height}x24`
  // It takes a free number and writes it to this descriptor.
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
  if (server.exitCode !== null) throw new Error('Xvfb did not start.')
  return {
    env: {
      PATH: process.env.PATH ?? '',
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: config,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
    downloads,
    async close() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
