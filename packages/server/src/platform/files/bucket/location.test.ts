import { describe, expect, it } from 'vitest'
import { bucketLocation } from './location.ts'

const keys = { accessKey: 'key', secretKey: 'secret' }

describe('the URL of a bucket', () => {
  it('names the bucket, a folder in it, its region or its server, and how it is addressed (OPEN-294)', () => {
    expect(bucketLocation('s3://results?region=eu-central-1', keys)).toEqual({
      bucket: 'results',
      prefix: '',
      region: 'eu-central-1',
      endpoint: null,
      isInPath: false,
      keys,
    })
    const elsewhere = bucketLocation('s3://results/sightline/main/?endpoint=https://s3.example.com:9000&region=r1', keys)
    expect(elsewhere).toMatchObject({ prefix: 'sightline/main/', endpoint: 'https://s3.example.com:9000', region: 'r1' })
    expect(elsewhere.isInPath).toBe(true)
    expect(bucketLocation('s3://results?endpoint=https://s3.example.com&addressing=host', keys).isInPath).toBe(false)
    expect(bucketLocation('s3://results?region=r1&addressing=path', keys).isInPath).toBe(true)
  })

  it('uses the identity of the machine only if the operator says so (OPEN-294)', () => {
    expect(bucketLocation('s3://results?region=r1&credentials=machine', null).keys).toBeNull()
    expect(() => bucketLocation('s3://results?region=r1', null)).toThrow(
      'SIGHTLINE_RESULTS_URL with s3: requires SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY, or credentials=machine for the identity of the machine.',
    )
    expect(() => bucketLocation('s3://results?region=r1&credentials=machine', keys)).toThrow(
      'SIGHTLINE_RESULTS_URL has credentials=machine, so SIGHTLINE_RESULTS_ACCESS_KEY must not be set.',
    )
  })

  it.each([
    ['s3://results', 'SIGHTLINE_RESULTS_URL with s3: requires ?region=… for Amazon S3, or ?endpoint=… for another server.'],
    ['s3:///folder?region=r1', 'SIGHTLINE_RESULTS_URL must name a bucket, such as s3://sightline-results.'],
    ['s3://results:9000?region=r1', 'SIGHTLINE_RESULTS_URL must name a bucket, such as s3://sightline-results.'],
    [
      's3://key:secret@results?region=r1',
      'SIGHTLINE_RESULTS_URL must not contain keys: they belong in SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY.',
    ],
    ['s3://results?region=a/b', 'SIGHTLINE_RESULTS_URL: region must be the name of a region, such as eu-central-1.'],
    ['s3://results?endpoint=ftp://host', 'SIGHTLINE_RESULTS_URL: endpoint must be an address such as https://s3.example.com.'],
    ['s3://results?region=r1&addressing=none', 'SIGHTLINE_RESULTS_URL: addressing must be path or host.'],
    ['s3://results?region=r1&credentials=me', 'SIGHTLINE_RESULTS_URL: credentials must be machine, or left out.'],
    [
      's3://results?region=r1&acl=public',
      'SIGHTLINE_RESULTS_URL knows only region, endpoint, addressing, credentials after the question mark, not acl.',
    ],
    [
      's3://results/a b?region=r1',
      'SIGHTLINE_RESULTS_URL: the folder in the bucket may have letters, digits and _ . = - in its name.',
    ],
  ])('%s is refused in one sentence (OPEN-294)', (url, sentence) => {
    expect(() => bucketLocation(url, keys)).toThrow(new Error(sentence))
  })
})
