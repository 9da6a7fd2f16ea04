import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options(url) {
    const { host, port, protocol } = hostOptions(url)
    const encryption = protocol === 'https' ? 'verified' : 'none'
    return { host, port, transport_mode: 'http', username: 'ada', password: 'a secret', encryption }
  },
  text: 'SELECT 1',
  unverified: { encryption: 'required' },
  authorityField: 'sslCertificateFile',
}
