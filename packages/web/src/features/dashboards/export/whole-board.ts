/** Milliseconds between two looks whether all is drawn. */
const POLL_INTERVAL_MS = 100
/** Milliseconds after which a picture is made of what there is: a widget may wait for its query for hours. */
const MAX_WAIT_MS = 30_000

/** Waits until nothing in a part of the page is loading, for half a minute at most. */
export async function waitUntilDrawn(element: HTMLElement): Promise<void> {
  const isLoading = () => element.querySelector('[aria-busy="true"], [role="status"][aria-label="Loading..."]') !== null
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_INTERVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    if (!isLoading()) return
  }
}
