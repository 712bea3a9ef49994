read -p "How many? " count
total=0
for ((number = 1; number <= count; number++)); do
    echo "Number $number:"
    read value
    total=$((total + value))
    echo "Sum: $total"
done
