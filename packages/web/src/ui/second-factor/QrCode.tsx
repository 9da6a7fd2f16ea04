import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** Modules around the code that stay empty, so that cameras find it. */
const MARGIN = 4

/** A QR code, black on white in both themes, since not every app reads others. */
export function QrCode({ text, label, size = 180 }: { text: string; label: string; size?: number }) {
  const { path, modules } = useMemo(() => drawn(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(text: string): { path: string; modules: number } {
  const code = generate(text)
  const parts: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) parts.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`)
  return { path: parts.join(''), modules: code.size + 2 * MARGIN }
}
