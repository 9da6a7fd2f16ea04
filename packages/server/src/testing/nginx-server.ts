import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certified, keyText } from './certificate.ts'
import { freePort } from './free-port.ts'
import type { ProxyForTests } from './proxy-for-tests.ts'
import { serverCleanup } from './server-cleanup.ts'

const PATHS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx']

/**
 * Starts nginx on free ports of 127.0.0.1.
 * @param site the server blocks of its configuration, with ports 80 and 443, and port 5000 for Sightline
 * @param port the real port of Sightline
 */
export async function startNginx(site: string, port: number, certified: Certified): Promise<ProxyForTests> {
  const program = PATHS.find(existsSync)
  if (!program) throw new Error('nginx is missing: install it with "sudo apt-get install nginx-light".')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-nginx-'))
  const [http, https] = [await freePort(), await freePort()]
  const placed = site
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replaceAll('/etc/ssl', folder)
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  const isRoot = process.getuid?.() === 0
  await writeFile(join(folder, 'sightline.key'), keyText(certified))
  await writeFile(join(folder, 'sightline.pem'), certified.certificate.toString())
  await writeFile(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;\n' : ''}daemon off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
${temporary.join('\n')}
${placed}
}
`,
  )
  const running = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = serverCleanup(running, folder)
  let log = ''
  for await (const chunk of running.stderr) {
    log += chunk
    if (log.includes('start worker process')) break
  }
  if (running.exitCode !== null) throw new Error(`nginx did not start: ${log}`)
  running.stderr.resume()
  return { port: https, stop }
}
