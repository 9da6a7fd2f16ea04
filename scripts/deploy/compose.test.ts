import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../packages/server/src/cli/commands.ts'
import { commandOf } from '../../packages/server/src/command-line.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'

/** The parts of a service that the tests read. */
interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks: string[] | Record<string, { ipv4_address: string }>
  depends_on?: Record<string, { condition: string }>
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  stop_grace_period: string
}

const file = parse(readFileSync('deploy/compose/compose.yaml', 'utf8'), { merge: true })
const services: Record<string, Service> = file.services
const entries = Object.entries(services)
const ours = entries.filter(([, { image }]) => image.includes('sightline'))

/** The value that each setting gets: secrets of a fitting kind, and variables of the file `.env`. */
const filled = (environment: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const isDatabase = name === 'SIGHTLINE_DATABASE_URL_FILE'
      const secret = isDatabase ? 'postgres://sightline:x@postgres/sightline' : 'a-secret-of-forty-characters-for-this-test'
      return value.startsWith('/run/secrets/')
        ? [name.replace(/_FILE$/, ''), secret]
        : [name, value.replace(/\$\{ADMIN[^}]*\}/, 'ada@example.com').replace(/\$\{[^}]*\}/, 'x.example.com')]
    }),
  )

describe('the compose file', () => {
  it('has two web processes and two workers that share database and key (OPEN-287)', () => {
    const roles = ours.map(([name, { environment }]) => [name, readConfig(filled(environment)).role])
    expect(roles).toEqual([
      ['migrate', 'all'],
      ['web-1', 'web'],
      ['web-2', 'web'],
      ['worker-1', 'worker'],
      ['worker-2', 'worker'],
    ])
  })

  it('gives each service the secrets that it reads, and defines them as files (OPEN-287)', () => {
    for (const [name, { environment = {}, secrets = [] }] of entries) {
      const read = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [])
      expect(
        secrets.filter((secret) => !read.includes(secret)),
        name,
      ).toEqual([])
      expect(
        read.filter((secret) => !secrets.includes(secret)),
        name,
      ).toEqual([])
      for (const secret of secrets) expect(file.secrets[secret]).toEqual({ file: `./secrets/${secret}` })
    }
  })

  it('brings the tables up to date first, and opens the proxy last (OPEN-287)', () => {
    const [first = '', ...rest] = services.migrate?.command ?? []
    expect(commandOf([first, ...rest])).toEqual({ name: 'admin', args: rest })
    expect(commands.map(({ name }) => name)).toContain(rest[0])
    expect(services.migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    for (const name of ['web-1', 'web-2', 'worker-1', 'worker-2'])
      expect(services[name]?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' })
    expect(Object.keys(services.proxy?.depends_on ?? {})).toEqual(['web-1', 'web-2'])
  })

  it('names only services, networks and volumes that it defines (OPEN-287)', () => {
    for (const [name, { depends_on = {}, networks, volumes = [] }] of entries) {
      expect(Object.keys(services), name).toEqual(expect.arrayContaining(Object.keys(depends_on)))
      const named = Array.isArray(networks) ? networks : Object.keys(networks)
      expect(Object.keys(file.networks), name).toEqual(expect.arrayContaining(named))
      // A volume without a name is the container's own; a path with a dot in front is of this machine.
      const kept = volumes.map((volume) => volume.split(':')[0] ?? '').filter((volume) => /^[a-z]/.test(volume))
      expect(Object.keys(file.volumes), name).toEqual(expect.arrayContaining(kept))
    }
  })

  it('takes rights and writable disks from every container (OPEN-287)', () => {
    for (const [name, { read_only, cap_drop, security_opt }] of entries)
      expect({ name, read_only, cap_drop, security_opt }).toEqual({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
  })

  it('trusts only the address of the proxy (OPEN-287)', () => {
    const { front } = file.services.proxy.networks
    const trusted = ours.flatMap(([, { environment }]) => environment?.SIGHTLINE_TRUSTED_PROXIES ?? [])
    expect(trusted).toEqual([front.ipv4_address, front.ipv4_address])
  })

  it('waits for running queries longer than Sightline does before it kills a process (OPEN-287)', () => {
    const { shutdownGrace } = readConfig({})
    for (const [, { stop_grace_period }] of ours)
      expect(Number.parseInt(stop_grace_period, 10) * 1000).toBeGreaterThan(2 * shutdownGrace)
  })
})
