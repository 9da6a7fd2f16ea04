import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Location } from '../location.ts'

/** Milliseconds until a connection must be there. */
const CONNECTION_LIMIT_MS = 5_000
/** Milliseconds without a byte from the server after which a connection counts as lost. */
const SILENCE_LIMIT_MS = 30_000
const MAX_CONNECTIONS = 50

/**
 * A client for a bucket. Requests go through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name, and accept the
 * certificates of `NODE_EXTRA_CA_CERTS`.
 * @param maxAttempts of each request, with growing delays between them
 */
export function bucketClient({ region, endpoint, isInPath, keys }: S3Location, maxAttempts: number): S3Client {
  const connections = { keepAlive: true, maxSockets: MAX_CONNECTIONS, proxyEnv: process.env }
  return new S3Client({
    region,
    forcePathStyle: isInPath,
    ...(endpoint === null ? {} : { endpoint }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey } }),
    maxAttempts,
    retryMode: 'standard',
    // Many servers do not know the newer checksums. What is sent is signed with its SHA-256, and what is read is compared with one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      httpAgent: new HttpAgent(connections),
      httpsAgent: new HttpsAgent(connections),
    },
  })
}
