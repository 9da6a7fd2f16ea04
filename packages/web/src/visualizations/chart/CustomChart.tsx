import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconCode } from '@tabler/icons-react'
import address from 'plotly.js-cartesian-dist-min/plotly-cartesian.min.js?url'
import { useEffect, useId, useRef, useState } from 'react'
import { readTheme } from '../echarts/theme.ts'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import styles from './CustomChart.module.css'
import { drawMessage, readFromFrame, type ToFrame } from './custom/frame-protocol.ts'
import { describe } from './describe.ts'
import type { ChartOptions } from './options.ts'
import type { CustomChart as CustomData } from './prepared.ts'

interface CustomChartProps extends Pick<RendererProps<ChartOptions>, 'name' | 'options' | 'formats' | 'colorScheme'> {
  chart: CustomData
}

/** A chart drawn by the author's own code, if the installation allows custom code. */
export function CustomChart(props: CustomChartProps) {
  if (!props.formats.allowsCustomCode) {
    return (
      <Nothing
        icon={IconCode}
        reason={t`This chart needs custom code, which is turned off.`}
        help={t`The operator of this server can allow custom code for signed-in users.`}
      />
    )
  }
  if (props.options.customCode.trim() === '') return <Nothing icon={IconCode} reason={t`Write the code for this chart.`} />
  return <Frame {...props} />
}

/**
 * Runs the code in a sandboxed frame with an opaque origin: it has no cookies, cannot reach this page, and its CSP blocks all
 * network access. Data and error messages pass through a single message port.
 */
function Frame({ name, chart, options, formats, colorScheme }: CustomChartProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [port, setPort] = useState<MessagePort | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const descriptionId = useId()

  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      const said = readFromFrame(data)
      if (said?.kind === 'failed') setFailure(said.message)
      else if (said?.kind === 'drawn') setFailure(null)
      // The author enabled console output.
      else if (said?.kind === 'log') console[said.level](...said.texts)
    }
    // An opaque origin cannot be a target origin; the port goes to this window only.
    frame.current?.contentWindow?.postMessage('sightline custom chart', '*', [port2])
    loadLibrary().then(
      (source) => {
        port1.postMessage({ kind: 'library', source } satisfies ToFrame)
        setPort(port1)
      },
      () => setFailure(t`The drawing library could not be loaded.`),
    )
  }
  useEffect(() => () => port?.close(), [port])
  useEffect(() => {
    if (!port || !frame.current) return
    const { text, font, grid } = readTheme(colorScheme)
    port.postMessage(drawMessage(chart.data, options, { text, font, grid }))
  }, [port, chart, options, colorScheme])

  return (
    <figure className={styles.frame} role="img" aria-labelledby={descriptionId}>
      <iframe
        ref={frame}
        className={styles.canvas}
        title={name}
        src="static/custom-chart.html"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={connect}
      />
      <span id={descriptionId} hidden>
        {describe(name, chart, options, formats)}
      </span>
      {failure !== null && (
        <div className={styles.failure} role="alert">
          <strong>
            <Trans>The code of this chart failed:</Trans>
          </strong>
          <pre>{failure}</pre>
        </div>
      )}
    </figure>
  )
}

let loading: Promise<string> | null = null

/** Loads the source of the charting library for custom code; the frame has no network access to load it itself. */
function loadLibrary(): Promise<string> {
  loading ??= fetch(address).then((reply) => {
    if (reply.ok) return reply.text()
    throw new Error(`The library was answered with ${reply.status}.`)
  })
  // A failed download is not cached, so the next chart retries.
  loading.catch(() => {
    loading = null
  })
  return loading
}
