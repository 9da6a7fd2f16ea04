import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (endpoint) => ({
    region: 'eu-west-1',
    aws_access_key: 'a',
    aws_secret_key: 'a secret',
    s3_staging_dir: 's3://c/',
    endpoint,
  }),
  text: 'SELECT 1',
}
