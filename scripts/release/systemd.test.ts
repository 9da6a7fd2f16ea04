import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const unit = readFileSync('deploy/systemd/sightline.service', 'utf8')
const guide = readFileSync('docs/guide/install.md', 'utf8')
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

describe('the unit of systemd', () => {
  it('starts the program of a release from the folder of the guide, as a user of its own (OPEN-273)', () => {
    const [, folder = '', program = ''] = /^\/usr\/bin\/node (\/opt\/\w+)\/(.+)\.js$/.exec(settingOf('ExecStart')) ?? []
    expect(existsSync(`${program}.ts`)).toBe(true)
    expect(guide).toContain(`tar -xzf sightline-0.1.0.tgz -C ${folder} `)
    expect(guide).toContain(`useradd --system --no-create-home ${settingOf('User')}\n`)
  })

  it('may write only its data and its cache (OPEN-273)', () => {
    expect(settingOf('ProtectSystem')).toBe('strict')
    expect(unit).toContain(`Environment=SIGHTLINE_DATA_DIR=/var/lib/${settingOf('StateDirectory')}\n`)
    expect(settingOf('StateDirectoryMode')).toBe('0700')
    expect(unit).not.toContain('ReadWritePaths')
  })

  it('lets running queries finish before it is stopped (OPEN-273)', () => {
    const [, grace = ''] =
      /SIGHTLINE_SHUTDOWN_GRACE` .*\| `(\d+)` \|$/m.exec(readFileSync('docs/reference/settings.md', 'utf8')) ?? []
    expect(Number(grace)).toBeGreaterThan(0)
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThan(2 * Number(grace))
  })
})
