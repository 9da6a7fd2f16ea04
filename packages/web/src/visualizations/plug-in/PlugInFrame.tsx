import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { readTheme } from '../echarts/theme.ts'
import { Waiting } from '../Placeholders.tsx'
import type { Formats } from '../visualization.ts'
import { type Drawing, drawnTheme, readFromFrame, type ToFrame } from './frame-protocol.ts'
import styles from './PlugInFrame.module.css'

/** The content of a frame. The colors follow from the place of the frame in the page. */
export interface FrameContent {
  drawing: Omit<Drawing, 'theme'>
  formats: Formats
  colorScheme: 'light' | 'dark'
}

/** Why the script did not draw a content. */
export interface Failure {
  of: FrameContent
  message: string
}

interface PlugInFrameProps {
  title: string
  /** URL path of the script. */
  scriptUrl: string
  /** Pass the same object while it does not change. */
  content: FrameContent
  /** Pass a stable function. */
  onFailure(failure: Failure): void
}

/** Milliseconds in which a script must have drawn. */
const DRAW_LIMIT_MS = 10_000

/**
 * Runs a script in a sandboxed frame with an opaque origin: it has no cookies, cannot reach this page, and its CSP blocks all network
 * access. The script, its data and its answers pass through a single message port.
 */
export function PlugInFrame({ title, scriptUrl, content, onFailure }: PlugInFrameProps) {
  const figure = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort | null>(null)
  const [drawn, setDrawn] = useState<FrameContent | null>(null)
  const sent = useRef({ turn: 0, content })

  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    const fail = (message: string) => onFailure({ of: sent.current.content, message })
    port1.onmessage = ({ data }) => {
      const said = readFromFrame(data)
      if (said?.kind === 'failed') fail(said.message)
      else if (said?.kind === 'leave') figure.current?.focus()
      else if (said?.kind === 'drawn' && said.turn === sent.current.turn) setDrawn(sent.current.content)
    }
    // An opaque origin cannot be a target origin; the port goes to this window only.
    frame.current?.contentWindow?.postMessage('sightline plug-in', '*', [port2])
    loadScript(scriptUrl).then(
      (source) => {
        port1.postMessage({ kind: 'script', source } satisfies ToFrame)
        setPort(port1)
      },
      () => fail(t`Its script could not be loaded. If the plug-in was updated, reload the page.`),
    )
  }
  useEffect(() => () => port?.close(), [port])
  useEffect(() => {
    sent.current = { turn: sent.current.turn + 1, content }
    if (!port || !frame.current) return
    const theme = drawnTheme(readTheme(content.colorScheme), content.formats)
    const { turn } = sent.current
    port.postMessage({ kind: 'draw', turn, drawing: { ...content.drawing, theme } } satisfies ToFrame)
  }, [port, content])
  useEffect(() => {
    if (drawn === content) return
    const message = t`It did not answer within ${DRAW_LIMIT_MS / 1000} seconds.`
    const limit = setTimeout(() => onFailure({ of: content, message }), DRAW_LIMIT_MS)
    return () => clearTimeout(limit)
  }, [drawn, content, onFailure])

  return (
    <figure ref={figure} className={styles.figure} tabIndex={-1} aria-label={title}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        src="static/plug-in-frame.html"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={port === null ? connect : undefined}
      />
      {drawn === null && (
        <div className={styles.waiting}>
          <Waiting type={null} />
        </div>
      )}
    </figure>
  )
}

/** The frame has no network access to load its script itself. @param path of the URL, below the base path of the site */
async function loadScript(path: string): Promise<string> {
  const reply = await fetch(new URL(`.${path}`, document.baseURI))
  if (!reply.ok) throw new Error(t`The script was answered with ${reply.status}.`)
  return reply.text()
}
