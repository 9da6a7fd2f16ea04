import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** A program that the tests need and npm does not install. */
interface SystemProgram {
  name: string
  /** Its path in Debian's package, then other paths where it or a substitute may be. */
  paths: [string, ...string[]]
  debianPackage: string
}

const programs: SystemProgram[] = [
  {
    name: 'Chromium',
    paths: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
    debianPackage: 'chromium-headless-shell',
  },
  { name: 'Firefox ESR', paths: ['/usr/bin/firefox-esr'], debianPackage: 'firefox-esr' },
  { name: 'WebKitGTK with its driver', paths: ['/usr/bin/WebKitWebDriver'], debianPackage: 'webkit2gtk-driver' },
  { name: 'Xvfb', paths: ['/usr/bin/Xvfb'], debianPackage: 'xvfb' },
  {
    name: 'MariaDB',
    paths: ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/bin/mariadbd'],
    debianPackage: 'mariadb-server',
  },
  { name: 'OpenSSH', paths: ['/usr/sbin/sshd', '/usr/libexec/sshd', '/usr/local/sbin/sshd'], debianPackage: 'openssh-server' },
  {
    name: 'ClickHouse',
    paths: ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'],
    debianPackage: 'clickhouse-server',
  },
  {
    name: 'Prometheus',
    paths: ['/usr/bin/prometheus', '/usr/local/bin/prometheus'],
    debianPackage: 'prometheus',
  },
  {
    name: 'InfluxDB',
    paths: ['/usr/bin/influxd', '/usr/local/bin/influxd'],
    debianPackage: 'influxdb',
  },
  {
    name: 'Graphite',
    paths: ['/usr/bin/graphite-manage'],
    debianPackage: 'graphite-web',
  },
  {
    name: 'Swift, an object storage',
    paths: ['/usr/lib/python3/dist-packages/swift/__init__.py'],
    debianPackage: 'python3-swift',
  },
  { name: 'Firebird', paths: ['/usr/sbin/firebird'], debianPackage: 'firebird3.0-server' },
  { name: 'nginx', paths: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'], debianPackage: 'nginx-light' },
  { name: 'Caddy', paths: ['/usr/bin/caddy', '/usr/local/bin/caddy'], debianPackage: 'caddy' },
  { name: 'strip', paths: ['/usr/bin/strip'], debianPackage: 'binutils' },
  { name: 'Redis', paths: ['/usr/bin/redis-server'], debianPackage: 'redis-server' },
  {
    name: 'OpenLDAP',
    paths: ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd'],
    debianPackage: 'slapd',
  },
]

/**
 * Installs missing programs with Debian's package manager, if this process runs as root.
 * @returns the programs that are still missing, each with one line that says how to get it
 */
export async function ensureSystemPackages(): Promise<string[]> {
  const wanted = programs.filter(({ paths: [path] }) => !existsSync(path)).map(({ debianPackage }) => debianPackage)
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) => once(spawn('apt-get', args, { stdio: 'inherit', env }), 'close')
    await aptGet('update', '-qq')
    // One by one, so that an unavailable package does not prevent the others.
    for (const name of wanted) await aptGet('install', '-y', '-qq', '--no-install-recommends', name)
  }
  return programs
    .filter(({ paths }) => !paths.some(existsSync))
    .map(({ name, debianPackage }) => `${name} is missing: install it with "sudo apt-get install ${debianPackage}".`)
}
