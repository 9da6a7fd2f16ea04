import type mysql from 'mysql2'

/** A row as it arrives, from `offset` to `end`. Driver and buffer use it again for the next one. */
export interface RowPacket {
  readonly buffer: Buffer
  readonly offset: number
  readonly end: number
}

interface Packet extends RowPacket {
  /** Whether it marks the end of the rows. */
  isEOF(): boolean
}

/** How a command of the driver reads a packet, and returns what reads the next one. Not part of the driver's declarations. */
type ReadPacket = (packet: Packet, connection: unknown) => ReadPacket | null

/**
 * Takes the rows of a query before the driver makes a value of each cell, which would take longer than all that we do with
 * them. The query emits no row then.
 */
export function takeRowPackets(query: mysql.Query, take: (packet: RowPacket) => void): void {
  const command = query as unknown as { row: ReadPacket }
  const readEnd = command.row
  const readRow: ReadPacket = (packet, connection) => {
    if (packet.isEOF()) return readEnd.call(command, packet, connection)
    take(packet)
    return readRow
  }
  command.row = readRow
}
