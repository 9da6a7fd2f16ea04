export interface Cluster {
  lat: number
  lng: number
  /** Indexes of its points, at least one. */
  points: number[]
}

/** Size of the world in pixels at zoom 0. */
const WORLD = 256

/**
 * Groups nearby points of a map into clusters, each positioned at the mean of its points. Points in the same square of a grid
 * form a cluster; adjacent squares are merged if their centres are close.
 * @param distance in pixels; closer clusters are merged
 */
export function clusterPoints(points: readonly { lat: number; lng: number }[], zoom: number, distance: number): Cluster[] {
  const scale = WORLD * 2 ** zoom
  const cells = new Map<string, Cluster & { x: number; y: number }>()
  points.forEach(({ lat, lng }, index) => {
    const [x, y] = [((lng + 180) / 360) * scale, mercator(lat) * scale]
    const key = `${Math.floor(x / distance)} ${Math.floor(y / distance)}`
    const cell = cells.get(key)
    if (!cell) cells.set(key, { lat, lng, x, y, points: [index] })
    else join(cell, { lat, lng, x, y, points: [index] })
  })
  // Larger clusters absorb smaller ones next to them.
  const clusters = [...cells.entries()].toSorted(([, a], [, b]) => b.points.length - a.points.length)
  const gone = new Set<string>()
  for (const [key, cluster] of clusters) {
    if (gone.has(key)) continue
    const [column = 0, row = 0] = key.split(' ').map(Number)
    for (const beside of around(column, row)) {
      const other = cells.get(beside)
      if (!other || gone.has(beside) || Math.hypot(other.x - cluster.x, other.y - cluster.y) >= distance) continue
      join(cluster, other)
      gone.add(beside)
    }
  }
  return clusters.flatMap(([key, { lat, lng, points: own }]) => (gone.has(key) ? [] : [{ lat, lng, points: own }]))
}

function join(cluster: Cluster & { x: number; y: number }, other: Cluster & { x: number; y: number }): void {
  const all = cluster.points.length + other.points.length
  const share = other.points.length / all
  cluster.lat += (other.lat - cluster.lat) * share
  cluster.lng += (other.lng - cluster.lng) * share
  cluster.x += (other.x - cluster.x) * share
  cluster.y += (other.y - cluster.y) * share
  for (const point of other.points) cluster.points.push(point)
}

const around = (column: number, row: number) =>
  [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => (dx === 0 && dy === 0 ? [] : [`${column + dx} ${row + dy}`])))

/** The position of a latitude in the Mercator projection, from 0 at the top of the map to 1 at the bottom. */
function mercator(lat: number): number {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
