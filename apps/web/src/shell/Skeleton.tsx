/** What index.html shows while the application is loaded, and whose style stands there. */
export const Skeleton = () => (
  <div className="waiting">
    <i />
    <i />
    <i />
  </div>
);
