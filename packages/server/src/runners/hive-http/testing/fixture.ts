import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options(url) {
    const { host, port, protocol } = hostOptions(url)
    return { host, port, http_path: 'cliservice', http_scheme: protocol, username: 'ada', http_password: 'a secret' }
  },
  text: 'SELECT 1',
  unverified: { verify_ssl: false },
  authorityField: 'sslCertificateFile',
}
