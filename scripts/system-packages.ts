import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A program that the tests need and npm does not bring: where it is, and the Debian package that has it. */
interface SystemProgram {
  name: string
  paths: string[]
  debianPackage: string
}

const programs: SystemProgram[] = [
  {
    name: 'Chromium',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    debianPackage: 'chromium',
  },
  {
    name: 'MariaDB',
    paths: ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/bin/mariadbd'],
    debianPackage: 'mariadb-server',
  },
  {
    name: 'OpenLDAP',
    paths: ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd'],
    debianPackage: 'slapd',
  },
]

/**
 * Installs what is missing, with Debian's package manager when we may.
 * @returns the programs that are still missing, each with one line that says how to get it
 */
export function ensureSystemPackages(): string[] {
  const missing = programs.filter(({ paths }) => !paths.some(existsSync))
  if (missing.length === 0) return []
  const names = missing.map(({ debianPackage }) => debianPackage)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio: 'inherit', env })
  }
  return programs
    .filter(({ paths }) => !paths.some(existsSync))
    .map(({ name, debianPackage }) => `${name} is missing: install it with "sudo apt-get install ${debianPackage}".`)
}
