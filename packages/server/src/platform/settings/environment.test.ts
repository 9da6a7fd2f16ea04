import { describe, expect, it } from 'vitest'
import { givenVariables, unknownSettings } from './environment.ts'

describe('a variable that looks like a setting and is none', () => {
  it('is named with the setting that it is most like (OPEN-281)', () => {
    const env = {
      SIGHTLINE_DATABASE_ULR: 'postgres://localhost/x',
      SIGHTLINE_SECRET_KEY_FIEL: '/run/secrets/key',
      SIGHTLINE_DATA_DIR: '/srv/sightline',
      SIGHTLINE_SECRET_KEY_FILE: '/run/secrets/key',
      PGUSER: 'sightline',
    }
    expect(unknownSettings(env)).toEqual([
      'SIGHTLINE_DATABASE_ULR is not a setting. Did you mean SIGHTLINE_DATABASE_URL?',
      'SIGHTLINE_SECRET_KEY_FIEL is not a setting. Did you mean SIGHTLINE_SECRET_KEY_FILE?',
    ])
  })

  it('is not reported if it is empty, or if a container platform has set it for a service (OPEN-281)', () => {
    const links = {
      SIGHTLINE_PORT: 'tcp://10.0.0.7:80',
      SIGHTLINE_PORT_80_TCP: 'tcp://10.0.0.7:80',
      SIGHTLINE_PORT_80_TCP_ADDR: '10.0.0.7',
      SIGHTLINE_SERVICE_HOST: '10.0.0.7',
      SIGHTLINE_SERVICE_PORT_HTTP: '80',
    }
    expect(unknownSettings({ ...links, SIGHTLINE_COLOR: '' })).toEqual([])
    expect(givenVariables({ ...links, PORT: '80' })).toEqual({ PORT: '80' })
  })

  it('is named with a setting that has no prefix, and alone if no setting is much like it (OPEN-281)', () => {
    expect(unknownSettings({ SIGHTLINE_PORT: '8080', SIGHTLINE_TYPO: '1' })).toEqual([
      'SIGHTLINE_PORT is not a setting. Did you mean PORT?',
      'SIGHTLINE_TYPO is not a setting.',
    ])
  })
})
