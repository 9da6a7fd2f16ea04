import { createRequire } from 'node:module'
import type { ContainerClient } from '@azure/storage-blob'
import type { AzureLocation } from '../location.ts'

// Loaded as CommonJS, of which the driver of SQL Server loads most anyway.
const require = createRequire(import.meta.url)

/** The longest pause between two attempts, milliseconds. */
const LONGEST_PAUSE_MS = 10_000
const FIRST_PAUSE_MS = 100

/**
 * A client for a container of Azure Blob Storage. Requests go through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name,
 * and accept the certificates of `NODE_EXTRA_CA_CERTS`.
 * @param attempts of each request, with growing delays between them
 */
export function containerClient({ bucket, endpoint, keys }: AzureLocation, attempts: number): ContainerClient {
  const { BlobServiceClient, StorageSharedKeyCredential }: typeof import('@azure/storage-blob') = require('@azure/storage-blob')
  const { DefaultAzureCredential }: typeof import('@azure/identity') = require('@azure/identity')
  const identity = keys === null ? new DefaultAzureCredential() : new StorageSharedKeyCredential(keys.accessKey, keys.secretKey)
  const retryOptions = { maxTries: attempts, retryDelayInMs: FIRST_PAUSE_MS, maxRetryDelayInMs: LONGEST_PAUSE_MS }
  return new BlobServiceClient(endpoint, identity, { retryOptions }).getContainerClient(bucket)
}
