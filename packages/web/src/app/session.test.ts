import type { ClientConfig, Session } from '@sightline/contract/session.ts'
import { describe, expect, it } from 'vitest'
import { sessionState } from './session.ts'

const client_config: ClientConfig = {
  logoUrl: null,
  chartColors: [],
  allowScriptsInUserInput: false,
  showPermissionsControl: false,
  hidePlotlyModeBar: false,
  disablePublicUrls: false,
  allowParametersInEmbeds: false,
  multiByteSearchEnabled: false,
  allowCustomJSVisualizations: false,
  mapTileLayers: [],
  autoPublishNamedQueries: true,
  extendedAlertOptions: false,
  mailSettingsMissing: true,
  dashboardRefreshIntervals: [60],
  queryRefreshIntervals: [60],
  minRefreshInterval: 30,
  googleLoginEnabled: false,
  ldapLoginEnabled: false,
  passwordLoginEnabled: true,
  signInWays: [],
  pageSize: 20,
  pageSizeOptions: [5, 10, 20, 50, 100],
  tableCellMaxJSONSize: 50_000,
  basePath: 'http://localhost/',
  dateFormat: 'YYYY-MM-DD',
  dateFormatList: [],
  timeFormatList: [],
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  thousandsSeparator: ',',
  decimalSeparator: '.',
  nullValue: '-',
  timeZone: 'UTC',
  maxApiKeyDays: null,
  weekStart: 'Sunday',
  language: null,
  orgName: 'Acme',
  helpUrl: null,
  plugInVisualizations: [],
}
const answer = (user: Session['user']): Session => ({ user, messages: [], org_slug: 'default', client_config })

describe('the state of the session', () => {
  it('is "not loaded" until the session response arrives, then "loaded" (SES-08)', () => {
    const mara = { id: 1, name: 'Mara', email: 'mara@example.com', profile_image_url: '', groups: [2], permissions: [] }

    expect(sessionState(undefined).status).toBe('not loaded')
    expect(sessionState(answer(mara))).toMatchObject({ status: 'loaded', session: { user: { id: 1 } } })
  })

  it('is "signed out" if the user of the response has no id (SES-07)', () => {
    expect(sessionState(answer({ permissions: ['view_query'], apiKey: 'k' })).status).toBe('signed out')
  })
})
