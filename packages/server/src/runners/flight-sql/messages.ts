import { Fields, message } from './protobuf.ts'

// Messages of Flight and Flight SQL:
// https://github.com/apache/arrow/blob/main/format/Flight.proto, https://github.com/apache/arrow/blob/main/format/FlightSql.proto

/** Where a result is, and how it is asked for. */
export interface FlightInfo {
  /** The message itself, by which the server knows what to cancel. */
  encoded: Buffer
  endpoints: FlightEndpoint[]
}

/** A part of a result. */
export interface FlightEndpoint {
  ticket: Buffer
  /** The URIs of servers that have it; none for the server that named the endpoint. */
  locations: string[]
}

/** A message of an Arrow stream: its header, and the buffers that belong to it. */
export interface FlightData {
  header: Buffer
  body: Buffer
}

/** The state of a result after `CancelFlightInfo`. */
export const CANCEL_STATUS = { cancelled: 1, cancelling: 2 }

const SQL_TYPE = 'type.googleapis.com/arrow.flight.protocol.sql.'
/** Of a descriptor. */
const COMMAND = 2

/** A message with the name of its type, as Flight SQL packs all of its own. */
const packed = (name: string, fields: Parameters<typeof message>[0]): Buffer =>
  message({ 1: SQL_TYPE + name, 2: message(fields) })

/** The content of a packed message. */
export const unpacked = (bytes: Buffer): Fields => new Fields(new Fields(bytes).bytes(2))

/** Commands that lead to rows. */
export const statementQuery = (query: string): Buffer => packed('CommandStatementQuery', { 1: query })
export const preparedQuery = (handle: Buffer): Buffer => packed('CommandPreparedStatementQuery', { 1: handle })
export const tablesQuery = (): Buffer => packed('CommandGetTables', { 5: true })

/** Bodies of actions. */
export const prepareStatement = (query: string): Buffer => packed('ActionCreatePreparedStatementRequest', { 1: query })
export const closeStatement = (handle: Buffer): Buffer => packed('ActionClosePreparedStatementRequest', { 1: handle })
export const cancelInfo = ({ encoded }: FlightInfo): Buffer => message({ 1: encoded })
export const sessionOptions = (options: Record<string, string>): Buffer =>
  message({ 1: Object.entries(options).map(([name, value]) => message({ 1: name, 2: message({ 1: value }) })) })

export const descriptor = (command: Buffer): Buffer => message({ 1: COMMAND, 2: command })
export const ticketMessage = (ticket: Buffer): Buffer => message({ 1: ticket })
export const action = (type: string, body: Buffer): Buffer => message({ 1: type, 2: body })

/** @param command of the first message of an upload */
export const flightData = ({ header, body }: FlightData, command?: Buffer): Buffer =>
  message({ 1: command && descriptor(command), 2: header, 1000: body })

/** @throws QueryError if the bytes are no such message */
export function readFlightInfo(encoded: Buffer): FlightInfo {
  const endpoints = new Fields(encoded).all(3).map((bytes) => {
    const endpoint = new Fields(bytes)
    return {
      ticket: new Fields(endpoint.bytes(1)).bytes(1),
      locations: endpoint.all(2).map((location) => new Fields(location).text(1)),
    }
  })
  return { encoded, endpoints }
}

/** @throws QueryError if the bytes are no such message */
export function readFlightData(bytes: Buffer): FlightData {
  const fields = new Fields(bytes)
  return { header: fields.bytes(2), body: fields.bytes(1000) }
}
