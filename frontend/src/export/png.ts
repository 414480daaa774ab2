// A drawing as pixels, twice as many as on the screen.

const DENSITY = 2;

export async function raster(drawing: SVGSVGElement): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(drawing);
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const { width, height } = drawing.viewBox.baseVal;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * DENSITY);
    canvas.height = Math.ceil(height * DENSITY);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no image"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
