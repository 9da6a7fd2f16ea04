import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Certified, keyText } from './certificate.ts'
import { freePort } from './free-port.ts'
import type { ProxyForTests } from './proxy-for-tests.ts'
import { serverCleanup } from './server-cleanup.ts'

const PATHS = ['/usr/bin/caddy', '/usr/local/bin/caddy']

/**
 * Starts Caddy on a free port of 127.0.0.1.
 * @param caddyfile for the site `{$DOMAIN}`, with `web-1:5000` and `web-2:5000` for Sightline
 * @param port the real port of Sightline
 */
export async function startCaddy(
  caddyfile: string,
  domain: string,
  port: number,
  certified: Certified,
): Promise<ProxyForTests> {
  const program = PATHS.find(existsSync)
  if (!program) throw new Error('Caddy is missing: install it with "sudo apt-get install caddy".')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-caddy-'))
  const https = await freePort()
  await writeFile(join(folder, 'key.pem'), keyText(certified))
  await writeFile(join(folder, 'certificate.pem'), certified.certificate.toString())
  const placed = caddyfile
    // Otherwise Caddy also listens on port 80.
    .replace(/^\{\n/m, '{\n\tauto_https disable_redirects\n')
    .replace('{$DOMAIN} {', `https://${domain}:${https} {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`)
    .replace('web-1:5000 web-2:5000', `127.0.0.1:${port}`)
  await writeFile(join(folder, 'Caddyfile'), placed)
  const running = spawn(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = serverCleanup(running, folder)
  await readiness(running.stderr)
  return { port: https, stop }
}

/** Resolves when Caddy serves. Its log is read to the end, because a program whose log is closed ends with the next line. */
function readiness(log: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    log.on('data', (chunk) => {
      text += chunk
      if (text.includes('serving initial configuration')) resolve()
    })
    log.on('end', () => reject(new Error(`Caddy did not start: ${text}`)))
  })
}
