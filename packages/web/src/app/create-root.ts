// A module of its own, so that React begins in the file that it lies in, and not in the midst of everything else.
export { createRoot } from 'react-dom/client'
