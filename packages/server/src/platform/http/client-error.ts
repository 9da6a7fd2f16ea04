import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './errors.ts'

/** Milliseconds in which a client may read the error before the connection is closed. */
const LINGER_MS = 5_000

/** Answers malformed HTTP, and headers that are too long or too late, and closes the connection. The response says `connection: close`:
 * otherwise clients send their next request on this connection and find it reset.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message, code } = problemOf(error.code)
  const body = JSON.stringify({ message, code })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  // Unread bytes would reset the connection before the client has read the response.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function problemOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('too_slow')
  return new AppError('bad_request')
}
