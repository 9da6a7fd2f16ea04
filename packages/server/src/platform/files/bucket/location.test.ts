import { describe, expect, it } from 'vitest'
import { bucketLocation } from './location.ts'

const keys = { accessKey: 'key', secretKey: 'secret' }

describe('the URL of a bucket', () => {
  it('names the bucket, a folder in it, its region or its server, and how it is addressed (OPEN-294)', () => {
    expect(bucketLocation('s3://results?region=eu-central-1', keys)).toEqual({
      service: 's3',
      bucket: 'results',
      prefix: '',
      region: 'eu-central-1',
      endpoint: null,
      isInPath: false,
      keys,
    })
    const elsewhere = bucketLocation('s3://results/sightline/main/?endpoint=https://s3.example.com:9000&region=r1', keys)
    expect(elsewhere).toMatchObject({ prefix: 'sightline/main/', endpoint: 'https://s3.example.com:9000', region: 'r1' })
    expect(elsewhere).toMatchObject({ isInPath: true })
    const addressed = (url: string) => bucketLocation(url, keys)
    expect(addressed('s3://results?endpoint=https://s3.example.com&addressing=host')).toMatchObject({ isInPath: false })
    expect(addressed('s3://results?region=r1&addressing=path')).toMatchObject({ isInPath: true })
  })

  it('names a container of Azure, by its account or the address of its server (OPEN-381)', () => {
    expect(bucketLocation('azure://results/main', keys)).toEqual({
      service: 'azure',
      bucket: 'results',
      prefix: 'main/',
      endpoint: 'https://key.blob.core.windows.net',
      keys,
    })
    expect(bucketLocation('azure://results?account=acme&credentials=machine', null)).toMatchObject({
      endpoint: 'https://acme.blob.core.windows.net',
      keys: null,
    })
    expect(bucketLocation('azure://results?endpoint=http://127.0.0.1:10000/acme', keys)).toMatchObject({
      endpoint: 'http://127.0.0.1:10000/acme',
    })
  })

  it('uses the identity of the machine only if the operator says so (OPEN-294)', () => {
    expect(bucketLocation('s3://results?region=r1&credentials=machine', null).keys).toBeNull()
    expect(() => bucketLocation('s3://results?region=r1', null)).toThrow(
      'SIGHTLINE_RESULTS_URL with s3: requires SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY, or credentials=machine for the identity of the machine.',
    )
    expect(() => bucketLocation('azure://results?credentials=machine', null)).toThrow(
      'SIGHTLINE_RESULTS_URL with azure: and credentials=machine requires ?account=… with the name of the storage account.',
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
    [
      'azure://results?account=A_B',
      'SIGHTLINE_RESULTS_URL: account must be the name of a storage account, such as acmeresults.',
    ],
    [
      'azure://results?region=r1',
      'SIGHTLINE_RESULTS_URL knows only account, endpoint, credentials after the question mark, not region.',
    ],
    ['azure:///folder', 'SIGHTLINE_RESULTS_URL must name a container, such as azure://sightline-results.'],
  ])('%s is refused in one sentence (OPEN-294, OPEN-381)', (url, sentence) => {
    expect(() => bucketLocation(url, keys)).toThrow(new Error(sentence))
  })
})
