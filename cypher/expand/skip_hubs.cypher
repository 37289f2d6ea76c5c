WITH *, [] AS spread<<hop>>, size(hubs<<hop>>) AS wide<<hop>>
