import type { IncomingHttpHeaders } from 'node:http2'
import { decodePercent } from '../http/options.ts'
import { ConnectionLost, QueryError } from '../runner.ts'

/** Codes of gRPC: https://grpc.io/docs/guides/status-codes/. */
const CODE = { ok: 0, unimplemented: 12, unauthenticated: 16 }
const NAMES = (
  'OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED ' +
  'FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED'
).split(' ')

/** The server does not know the method or the action. */
export class NotImplemented extends QueryError {}

/** The error that the last headers of a call report; null if it has succeeded. */
export function statusError(headers: IncomingHttpHeaders): QueryError | null {
  const { ':status': httpStatus, 'grpc-status': status, 'grpc-message': message } = headers
  if (status === undefined) {
    // A server or gateway of HTTP that knows no gRPC.
    if (httpStatus === undefined || Number(httpStatus) === 200) return new ConnectionLost()
    return new QueryError(`The server answers with the status ${httpStatus} of HTTP, and not as a Flight SQL server.`)
  }
  const code = Number(status)
  if (code === CODE.ok) return null
  const text = withoutFraming(decodePercent(String(message ?? ''))) || `The server reports ${NAMES[code] ?? `status ${code}`}.`
  if (code === CODE.unimplemented) return new NotImplemented(text)
  if (code === CODE.unauthenticated) return new QueryError(`The server refused the login: ${text}`)
  return new QueryError(text)
}

/** Libraries of Flight put more behind a message: where in their code it was raised, and how they name its kind. */
const APPENDIX = /\. (?:Detail: (?:Python exception|Failed|Internal)\b|gRPC client debug context: |Client context: )[\s\S]*$/

const withoutFraming = (message: string): string => message.replace(APPENDIX, '').trim()
